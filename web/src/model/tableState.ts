// The state of a table in the client: an update merged into what was known before. Pure.
import { UPDATE_DEFAULTS, type Chat, type ChatLineShown, type Happened, type SeatShown } from "../wire";
import type { TableInfo, Update, View } from "../wire";

type Always = "number" | "revision" | "ply" | "actor";
type Defaulted = Exclude<keyof typeof UPDATE_DEFAULTS, "view" | "changed">;

/** All of the last update with what it left out, and the whole view and the whole log in place of what is new. */
export type Known = TableInfo &
  Pick<Update, Always> &
  Pick<typeof UPDATE_DEFAULTS, Defaulted> & {
    seats: SeatShown[];
    view: View | null;
    log: Happened[];
  };

/** Whether an update follows what this connection has told so far, came before (late, or twice), or misses one. */
export function orderOf(last: number, update: Pick<Update, "number" | "after">): "next" | "old" | "gap" {
  if (update.number <= last) return "old";
  return update.after === last ? "next" : "gap";
}

/** Merge an update into the state; null if an update before it is missing. */
export function applied(known: Known | null, update: Update): Known | null {
  const { info, seats, first_ply, happened, after, type: _type, ...told } = update;
  if (after !== 0 && known?.number !== after) return null;
  const { view, changed, ...rest } = { ...UPDATE_DEFAULTS, ...told };
  const about = info ?? known;
  const seated = seats ?? known?.seats;
  if (!about || !seated) return null;
  const before = known !== null && known.table === about.table && known.revision === update.revision ? known : null;
  const log = before?.log ?? [];
  if (first_ply > log.length) return null;
  if (changed !== null && !before?.view) return null;
  const whole = view ?? (before?.view ? ({ ...before.view, ...changed } as View) : null);
  const { table, game, options, pace, drawn, dice, commitment, deals, imported } = about;
  return {
    ...{ table, game, options, pace, drawn, dice, commitment, deals, imported, public: about.public },
    ...rest,
    seats: seated,
    view: whole,
    log: [...log.slice(0, first_ply), ...happened],
  };
}

/** The lines of chat with new ones; each number once, in order. */
export function heard(lines: readonly ChatLineShown[], chat: Chat): ChatLineShown[] {
  const all = new Map(lines.map((line) => [line.number, line]));
  for (const line of chat.lines) all.set(line.number, line);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** The news in the log since a ply, for screen readers: the last few plies of which there is something to tell. */
export function toldSince(known: Known, ply: number, most = 4): Happened[] {
  return known.log
    .slice(ply)
    .filter((happened) => happened.events.length > 0)
    .slice(-most);
}
