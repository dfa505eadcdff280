// The games' folders, found by name: their words at once, their components when they are looked at.
// Which games there are is told by the server (games.svelte.ts); one without a folder here has no board yet.
import type { Component } from "svelte";
import { inWords } from "./adorned";
import type { Adorning, BoardSet, GameFolder } from "./contract";

const modules = import.meta.glob<GameFolder>("./*/index.ts", { eager: true, import: "default" });

export function folderOf(game: string): GameFolder | undefined {
  return modules[`./${game}/index.ts`];
}

/** A game's board and what goes with it; null for a game without a board. */
export async function loadBoardSet(game: string): Promise<BoardSet | null> {
  const folder = folderOf(game);
  if (!folder) return null;
  const [board, holdings, adorning] = await Promise.all([folder.Board(), folder.Holdings(), loadAdorning(folder)]);
  return { Board: board.default, Holdings: holdings.default, adorning };
}

async function loadAdorning(folder: GameFolder): Promise<Adorning | null> {
  if (!folder.adorn || !folder.Piece) return null;
  const [{ adorn }, { default: Piece }] = await Promise.all([folder.adorn(), folder.Piece()]);
  return { adorn, Piece };
}

/** A sentence about a game with its pieces in words, for screen readers and notices. */
export async function sentenceInWords(game: string, sentence: string, names: readonly string[]): Promise<string> {
  const found = await folderOf(game)?.adorn?.();
  return found ? inWords(found.adorn(sentence, names)) : sentence;
}

/** A game's picture for the home page; null where there is none. */
export async function loadPicture(game: string): Promise<Component | null> {
  return (await folderOf(game)?.Picture())?.default ?? null;
}
