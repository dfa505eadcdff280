// What a client knows of a table: an update laid over what was known before. Pure.
import type { Chat, ChatLineShown, Happened, Update, View } from "../wire";

/** All of the last update, with the whole view and the whole log in place of what is new. */
export type Known = Omit<Update, "view" | "changed" | "first_ply" | "happened" | "type" | "after"> & {
  view: View | null;
  log: Happened[];
};

/** Whether an update follows what this connection has told so far, came before (late, or twice), or misses one. */
export function orderOf(last: number, update: Pick<Update, "number" | "after">): "next" | "old" | "gap" {
  if (update.number <= last) return "old";
  return update.after === last ? "next" : "gap";
}

/** Lay an update over what is known; null if it cannot be, because something before it is missing. */
export function applied(known: Known | null, update: Update): Known | null {
  const { view, changed, first_ply, happened, after, type: _type, ...rest } = update;
  if (after !== 0 && known?.number !== after) return null;
  const before = known !== null && known.table === update.table && known.revision === update.revision ? known : null;
  const log = before?.log ?? [];
  if (first_ply > log.length) return null;
  if (changed !== null && changed !== undefined && !before?.view) return null;
  const whole = changed && before?.view ? ({ ...before.view, ...changed } as View) : view;
  return { ...rest, view: whole, log: [...log.slice(0, first_ply), ...happened] };
}

/** The lines of chat with new ones; each number once, in order. */
export function heard(lines: readonly ChatLineShown[], chat: Chat): ChatLineShown[] {
  const all = new Map(lines.map((line) => [line.number, line]));
  for (const line of chat.lines) all.set(line.number, line);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** What is new in the log since a ply, for those who listen: the last few sentences. */
export function saidSince(known: Known, ply: number, most = 4): string {
  return known.log
    .slice(ply)
    .map((happened) => happened.said)
    .filter(Boolean)
    .slice(-most)
    .join(" ");
}
