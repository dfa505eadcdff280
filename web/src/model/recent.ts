// What happened since the user last acted: that is what the board marks. Pure.
import type { Happened } from "../wire";

/** The seat that a ply is about: which acted, or for which chance decided; null if it is about none. */
export function seatOf({ actor, events }: Happened): number | null {
  if (actor >= 0) return actor;
  const first = events[0];
  return first && "seat" in first ? first.seat : null;
}

/**
 * The plies since the seat's own last action, or that action itself while nothing came after it. The setup, which
 * chance alone decides, is never recent. For a spectator: the last seat's action and what chance made of it.
 */
export function recentOf(log: readonly Happened[], seat: number | null): Happened[] {
  const lastOf = (is: (actor: number) => boolean) => log.findLastIndex((happened) => is(happened.actor));
  const last = lastOf((actor) => actor >= 0);
  if (last < 0) return [];
  if (seat === null) return log.slice(last);
  const own = lastOf((actor) => actor === seat);
  if (own === last) return log.slice(own);
  const first = log.findIndex((happened) => happened.actor >= 0);
  return log.slice(own < 0 ? first : own + 1);
}
