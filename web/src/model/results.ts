// How a game ended, as a table of points by source. Pure.
import type { Outcome, View } from "../wire";

export type ResultRow = { seat: number; rank: number; score: number; points: number[] };
export type Result = { sources: string[]; rows: ResultRow[]; winners: number[] };

/** The rows from the first to the last; sources without any points are left out. */
export function resultOf(outcome: Outcome): Result {
  const sources = Object.keys(outcome.breakdown).filter((source) =>
    outcome.breakdown[source]!.some((points) => points !== 0),
  );
  const rows = outcome.scores.map((score, seat) => ({
    seat,
    score,
    rank: outcome.ranks[seat] ?? 1,
    points: sources.map((source) => outcome.breakdown[source]![seat] ?? 0),
  }));
  rows.sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return { sources, rows, winners: rows.filter((row) => row.rank === 1).map((row) => row.seat) };
}

/** The scores and winners of a result as a record tells it: `two_stalls_empty; scores 31 24; winners 1`. */
export function readResult(text: string): { reason: string; scores: number[]; winners: number[] } {
  const found = { reason: "", scores: [] as number[], winners: [] as number[] };
  text.split(";").forEach((part, at) => {
    const [word = "", ...numbers] = part.trim().split(/\s+/);
    if (at === 0) found.reason = word;
    if (word === "scores") found.scores = numbers.map(Number);
    if (word === "winners") found.winners = numbers.map((number) => Number(number) - 1);
  });
  return found;
}

/** Whether a game's view has the scores, face down or not. A game of another package may tell them otherwise. */
export const tellsScores = (view: View | null): boolean => Array.isArray(view?.scores);

/** The score of a seat; null where it lies face down, or the view does not have it. */
export const scoreOf = (view: View | null, seat: number): number | null => view?.scores?.[seat] ?? null;

/** The points of one seat by source, from a view that counts them; null where they lie face down. */
export function pointsBySource(
  points: readonly (readonly (number | null)[])[],
  names: readonly string[],
  seat: number,
): { source: string; points: number }[] | null {
  const own = points.map((bySeat) => bySeat[seat] ?? null);
  if (own.some((value) => value === null)) return null;
  return own.map((value, at) => ({ source: names[at] ?? String(at), points: value! }));
}
