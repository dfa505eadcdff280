// Grades and luck in words.
import { luckiest, type Grade } from "../../model/analysis";
import { m } from "../../paraglide/messages";

const GRADES: Readonly<Record<Grade, () => string>> = {
  brilliant: m.grade_brilliant,
  best: m.grade_best,
  good: m.grade_good,
  inaccuracy: m.grade_inaccuracy,
  mistake: m.grade_mistake,
  blunder: m.grade_blunder,
};

export const gradeWords = (grade: Grade): string => GRADES[grade]();

/** "Lucky for Ada": for whom an outcome of chance was worth most, or cost most. */
export function luckWords(luck: readonly number[], names: readonly string[]): string {
  const most = luckiest(luck);
  if (!most || Math.abs(most.by) < 0.01) return m.luck_even();
  const name = names[most.seat] ?? "";
  return most.by > 0 ? m.luck_for({ name }) : m.luck_against({ name });
}
