// What this browser knows of a person's puzzles: a rating for each game, the streak, and what was solved. Pure.
export interface PuzzleScore {
  rating: number;
  /** Puzzles in a row that were solved at the first try. */
  streak: number;
  best: number;
  /** The puzzles that were met, and whether the first try was right. */
  met: Readonly<Record<string, boolean>>;
}

export const BEGINNER: PuzzleScore = { rating: 1000, streak: 0, best: 0, met: {} };
/** How far one puzzle moves a rating: far at first, until it is about right. */
const [FAST, SLOW, MANY] = [80, 24, 12];

/** The score after a first try; a puzzle that was met before counts no more. */
export function scored(score: PuzzleScore, puzzle: { id: string; rating: number }, isRight: boolean): PuzzleScore {
  if (puzzle.id in score.met) return score;
  const expected = 1 / (1 + 10 ** ((puzzle.rating - score.rating) / 400));
  const step = Object.keys(score.met).length < MANY ? FAST : SLOW;
  const streak = isRight ? score.streak + 1 : 0;
  return {
    // by one at least, so that each try is seen to count
    rating: score.rating + (isRight ? Math.ceil(step * (1 - expected)) : -Math.ceil(step * expected)),
    streak,
    best: Math.max(score.best, streak),
    met: { ...score.met, [puzzle.id]: isRight },
  };
}

/** The puzzle to come: the one nearest to the rating of those not met yet; after all of them, of those that went wrong. */
export function nextPuzzle<Puzzle extends { id: string; rating: number }>(
  puzzles: readonly Puzzle[],
  score: PuzzleScore,
  last = "",
): Puzzle | null {
  const others = puzzles.filter(({ id }) => id !== last);
  const unmet = others.filter(({ id }) => !(id in score.met));
  const failed = others.filter(({ id }) => score.met[id] === false);
  const from = [unmet, failed, others, puzzles].find((found) => found.length > 0) ?? [];
  const away = (puzzle: Puzzle) => Math.abs(puzzle.rating - score.rating);
  return from.reduce<Puzzle | null>((best, one) => (!best || away(one) < away(best) ? one : best), null);
}

/** What was kept, if it is what this version keeps. */
export function readScore(text: string | null): PuzzleScore {
  try {
    const found = JSON.parse(text ?? "null") as Partial<PuzzleScore> | null;
    const isWhole =
      typeof found?.rating === "number" &&
      typeof found.streak === "number" &&
      typeof found.best === "number" &&
      typeof found.met === "object" &&
      found.met !== null;
    return isWhole ? (found as PuzzleScore) : BEGINNER;
  } catch {
    return BEGINNER;
  }
}
