import { describe, expect, it } from "vitest";
import { afterOf, isRead, scenesOf, seatsOf, stepAt } from "../src/model/lesson";
import type { LessonStep } from "../src/wire";

const viewAt = (ply: number) => ({ ply }) as LessonStep["view"];
const told = { actor: 1, action: "roll", events: [], at: 0 };

function step(ply: number, change: Partial<LessonStep> = {}): LessonStep {
  return {
    says: "",
    view: viewAt(ply),
    happened: [],
    offers: {},
    more: null,
    does: [],
    asks: [],
    praise: "",
    after: [],
    points_at: "",
    points: null,
    wants: null,
    ...change,
  };
}
const acted = (ply: number, action: string, to: number, change: Partial<LessonStep> = {}) =>
  step(ply, { does: [action], after: [{ action, view: viewAt(to), happened: [], praise: "well done" }], ...change });

describe("a lesson", () => {
  it("begins at the step that the address names, within bounds", () => {
    expect([null, "1", "3", "99", "0", "-2", "x"].map((asked) => stepAt(asked, 5))).toEqual([0, 0, 2, 4, 0, 0, 0]);
    expect(stepAt("3", 0)).toBe(0);
  });

  it("is one game as long as the moves join", () => {
    const steps = [step(4), acted(4, "roll", 6), step(8, { happened: [told, told] }), step(8), step(30), step(30)];
    expect(scenesOf(steps)).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it("knows what is right", () => {
    const one = acted(4, "roll", 6);
    expect(afterOf(one, "roll")?.praise).toBe("well done");
    expect(afterOf(one, "pass")).toBeNull();
    expect([one, step(4), step(4, { asks: ["blue l4"] })].map(isRead)).toEqual([false, true, false]);
  });

  it("seats the user first, the others are bots", () => {
    expect(seatsOf({ names: ["You", "Amina"] }).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "person You",
      "bot Amina",
    ]);
  });
});
