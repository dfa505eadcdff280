// A lesson as its page shows it: which step, which board, what is right. Pure.
import type { Lesson, LessonAfter, LessonStep, SeatShown } from "../wire";

/** The step that an address asks for, counted from 1 there and from 0 here. */
export function stepAt(asked: string | null, steps: number): number {
  return Math.min(Math.max(steps - 1, 0), Math.max(0, (Math.trunc(Number(asked)) || 1) - 1));
}

/** The number of the game that each step belongs to: a board may be led from one step to the next only within one. */
export function scenesOf(steps: readonly LessonStep[]): number[] {
  let scene = 0;
  return steps.map((step, at) => {
    const before = steps[at - 1];
    if (before) {
      const ended = before.after[0]?.view ?? before.view;
      if (step.view.ply !== ended.ply + step.happened.length) scene += 1;
    }
    return scene;
  });
}

/** Where a right action leads; null for any other. */
export function afterOf(step: LessonStep, action: string): LessonAfter | null {
  return step.after.find((after) => after.action === action) ?? null;
}

/** Whether there is nothing to do but to read. */
export function isRead(step: LessonStep): boolean {
  return step.does.length === 0 && step.asks.length === 0;
}

/** The players of a lesson or a picture, as a board wants them. */
export function seatsOf({ names }: Pick<Lesson, "names">): SeatShown[] {
  return names.map((name, seat) => ({
    kind: seat === 0 ? "person" : "bot",
    name,
    here: true,
    bot: "",
    stand_in: "",
    bot_from: null,
  }));
}
