// Finds out whether a move that was on its way when the connection broke was stored. Pure.
import type { Known } from "./tableState";

export type Pending = { ply: number; action: string; seat: number; revision: number };

/** What the log says of a move that was sent: it is in there, it is not, or the game went another way. */
export function fateOf(pending: Pending, known: Known): "stored" | "lost" {
  const happened = known.log[pending.ply];
  return happened !== undefined && happened.actor === pending.seat && happened.action === pending.action
    ? "stored"
    : "lost";
}
