// The games' folders, found by name: their words at once, their components when they are looked at.
// Which games there are is told by the server (games.svelte.ts); one without a folder here gets the generic board.
import type { Component } from "svelte";
import type { BoardSet, GameFolder, Pieces } from "./contract";

const modules = import.meta.glob<GameFolder>("./*/index.ts", { eager: true, import: "default" });
const generic = {
  Board: () => import("./generic/Board.svelte"),
  Holdings: () => import("./generic/Holdings.svelte"),
};

export function folderOf(game: string): GameFolder | undefined {
  return modules[`./${game}/index.ts`];
}

/** A game's board and what goes with it. */
export async function loadBoardSet(game: string): Promise<BoardSet> {
  const folder = folderOf(game) ?? generic;
  const [board, holdings, pieces] = await Promise.all([folder.Board(), folder.Holdings(), loadPieces(game)]);
  return { Board: board.default, Holdings: holdings.default, pieces };
}

/** How a game draws pieces in sentences; null if it has none. */
export async function loadPieces(game: string): Promise<Pieces | null> {
  return (await folderOf(game)?.pieces?.()) ?? null;
}

/** A game's picture for the home page; null where there is none. */
export async function loadPicture(game: string): Promise<Component | null> {
  return (await folderOf(game)?.Picture())?.default ?? null;
}
