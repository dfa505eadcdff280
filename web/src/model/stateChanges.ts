// Changes that an update brings besides moves: the game went back, or a request was declined. Pure.
import type { Happened } from "../wire";
import type { Known } from "./tableState";

const isSame = (one: Happened, other: Happened | undefined) =>
  one.actor === other?.actor && one.action === other.action;

/**
 * The ply to which the game went back, null if it did not. A revision alone does not tell: a server that was started
 * anew has another one for the same log.
 */
export function wentBackTo(before: Known, known: Known): number | null {
  if (known.revision === before.revision) return null;
  const ply = before.log.findIndex((happened, at) => !isSame(happened, known.log[at]));
  return ply < 0 ? null : ply;
}

/** Whether the viewer's own request ended without a result: no move, no take-back, no pause. */
export function isDeclined(before: Known, known: Known): boolean {
  if (!before.asked || before.asked.seat !== known.seat || known.asked) return false;
  if (known.revision !== before.revision || known.ply !== before.ply) return false;
  // The absent player is back, or the bot plays already; or a bot took the seat of a player who was asked.
  const { about } = before.asked;
  if (about !== null && known.seats[about]?.here) return false;
  if (known.seats.some((seat, at) => seat.stand_in !== before.seats[at]?.stand_in)) return false;
  return !(before.asked.what === "pause" && known.clocks?.paused);
}
