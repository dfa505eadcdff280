// The analysis of a game as the replay shows it: what is known so far, the shares at each move, signs and numbers. Pure.
import type { AnalysedMove, AnalysedPly, AnalysisShown } from "../wire";

export type Grade = Exclude<NonNullable<AnalysedPly["grade"]>, "">;
/** What a seat gains or loses, as a share of the win. */
export type Change = { seat: number; by: number };

/** The signs are those of chess, which players know; they are language of no country. */
const SIGNS: Readonly<Record<Grade, string>> = {
  brilliant: "!!",
  best: "!",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

export const gradeSign = (grade: Grade): string => SIGNS[grade];

/** Whether a grade stands in the list of moves: most moves are fine, and marks on all of them would be noise. */
export const isNoted = (grade: Grade): boolean => grade !== "best" && grade !== "good";
/** Whether a grade has a mark in the chart. */
export const isGrave = (grade: Grade): boolean => grade === "mistake" || grade === "blunder";
/** Whether a better move was there. */
export const isFlawed = (grade: Grade): boolean => grade === "inaccuracy" || isGrave(grade);

/** The grade of a decision; null for chance, and for a move that was no choice. */
export const gradeOf = (analysed: AnalysedPly | undefined): Grade | null => analysed?.grade || null;

/** What is known after an answer that has the plies from the `since`-th on. */
export function joined(known: AnalysisShown | null, found: AnalysisShown, since: number): AnalysisShown {
  return { ...found, plies: [...(known?.plies.slice(0, since) ?? []), ...found.plies] };
}

/** Whether there will be more to ask for. */
export const isUnderWay = ({ state }: Pick<AnalysisShown, "state">): boolean =>
  state === "waiting" || state === "running";

/** Milliseconds until the next question: a page that nobody looks at asks seldom. */
export const pollDelay = (isHidden: boolean): number => (isHidden ? 8000 : 1000);

export const byPly = (plies: readonly AnalysedPly[]): ReadonlyMap<number, AnalysedPly> =>
  new Map(plies.map((analysed) => [analysed.ply, analysed]));

/** The shares on each board from the end of the setup on, as far as they are known: `at` is the ply of the replay. */
export function sharePoints(plies: readonly AnalysedPly[]): { at: number; shares: readonly number[] }[] {
  const first = plies[0];
  if (!first) return [];
  return [{ at: first.ply, shares: first.before }, ...plies.map(({ ply, after }) => ({ at: ply + 1, shares: after }))];
}

/** The shares on the board at a ply of the replay; null where they are not known. */
export function sharesAt(plies: readonly AnalysedPly[], at: number): readonly number[] | null {
  return sharePoints(plies).find((point) => point.at === at)?.shares ?? null;
}

/** What a ply changed, the seat that acted or gained most first; nothing where it comes to less than half a percent. */
export function changesOf({ actor, luck, loss, gifts }: AnalysedPly): Change[] {
  const all = luck?.length
    ? luck.map((by, seat) => ({ seat, by }))
    : (gifts ?? []).map((by, seat) => ({ seat, by: seat === actor ? -(loss ?? 0) : by }));
  return all
    .filter(({ by }) => Math.abs(by) >= 0.005)
    .sort((a, b) => Number(b.seat === actor) - Number(a.seat === actor) || Math.abs(b.by) - Math.abs(a.by));
}

/** The move that was better than the one played; null where none was. */
export function betterMove(analysed: AnalysedPly, played: string): AnalysedMove | null {
  const grade = gradeOf(analysed);
  if (!grade || !isFlawed(grade)) return null;
  return analysed.best?.find((move) => move.action !== played) ?? null;
}

/** The seat that chance helped most, or hurt most where that is more. */
export function luckiest(luck: readonly number[]): Change | null {
  return luck.reduce<Change | null>((most, by, seat) => {
    const isMore = Math.abs(by) > Math.abs(most?.by ?? 0) + 1e-9;
    return isMore || (most !== null && most.by < 0 && by > 0 && by >= -most.by - 1e-9) ? { seat, by } : most;
  }, null);
}

/** "38%". */
export function percent(share: number, language: string): string {
  return withMinus(new Intl.NumberFormat(language, { style: "percent" }).format(share));
}

/** "+8%" or "−3%"; zero has no sign. */
export function signedPercent(change: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });
  return withMinus(format.format(change));
}

const withMinus = (text: string): string => text.replace("-", "−");
