// Which parts show which game: each game's board is fetched only when it is looked at.
import type { Component } from "svelte";
import { inWords, type Adorn } from "./adorned";
import type { Adorning, GameParts } from "./contract";

// Found by name, so that a game whose board is not drawn yet does not keep the others from being built.
const boards = import.meta.glob<{ default: GameParts["Board"] }>("./*/Board.svelte");
const holdings = import.meta.glob<{ default: GameParts["Holdings"] }>("./*/Holdings.svelte");
const adorns = import.meta.glob<{ adorn: Adorn }>("./*/adorn.ts");
const pieces = import.meta.glob<{ default: Adorning["Piece"] }>("./*/Piece.svelte");
const pictures = import.meta.glob<{ default: Component }>("./*/Picture.svelte");

/** A game's board and holdings; null where there are none. */
export async function partsOf(game: string): Promise<GameParts | null> {
  const [board, held] = [boards[`./${game}/Board.svelte`], holdings[`./${game}/Holdings.svelte`]];
  if (!board || !held) return null;
  const [{ default: Board }, { default: Holdings }, adorning] = await Promise.all([board(), held(), adorningOf(game)]);
  return { Board, Holdings, adorning };
}

async function adorningOf(game: string): Promise<Adorning | null> {
  const [found, piece] = [adorns[`./${game}/adorn.ts`], pieces[`./${game}/Piece.svelte`]];
  if (!found || !piece) return null;
  const [{ adorn }, { default: Piece }] = await Promise.all([found(), piece()]);
  return { adorn, Piece };
}

/** A sentence about a game in words alone, for those who listen and for notices. */
export async function saidInWords(game: string, sentence: string, names: readonly string[]): Promise<string> {
  const found = await adorns[`./${game}/adorn.ts`]?.();
  return found ? inWords(found.adorn(sentence, names)) : sentence;
}

/** A game's picture for the home page; null where there is none. */
export async function pictureOf(game: string): Promise<Component | null> {
  const picture = pictures[`./${game}/Picture.svelte`];
  return picture ? (await picture()).default : null;
}
