// A variation: moves played on from a ply of a finished game, or from the start of one. Its address says all of it, so that
// a link is enough to share it. Pure.
import type { AnalysedPly, SeatShown } from "../wire";
import { gradeOf, isFlawed } from "./analysis";

/** Where a variation begins. */
export type Origin = { table: string; ply: number } | { game: string; players: number; seed: number };

export interface Variation {
  origin: Origin;
  actions: readonly string[];
  /** The seat that the user plays; null for all of them. */
  seat: number | null;
  /** The bots that play the other seats; empty for none. Only with a seat. */
  bots: string;
  /** A better move than the one played is looked for. */
  isRetry: boolean;
}

const numberIn = (query: URLSearchParams, name: string, otherwise: number): number => {
  const found = Number(query.get(name) ?? otherwise);
  return Number.isInteger(found) && found >= 0 ? found : otherwise;
};

/** The variation of an address; `players` are those of a game's board where the address names none. */
export function readVariation(
  place: { table: string } | { game: string },
  query: URLSearchParams,
  players = 2,
): Variation {
  const origin: Origin =
    "table" in place
      ? { table: place.table, ply: numberIn(query, "ply", 0) }
      : { game: place.game, players: numberIn(query, "players", players), seed: numberIn(query, "seed", 0) };
  const seat = query.has("seat") ? numberIn(query, "seat", 0) : null;
  return {
    origin,
    actions: query.getAll("a"),
    seat,
    bots: seat === null ? "" : (query.get("bots") ?? ""),
    isRetry: "table" in place && query.has("retry"),
  };
}

/** The address of a variation. */
export function variationPath({ origin, actions, seat, bots, isRetry }: Variation): string {
  const query = new URLSearchParams();
  if ("table" in origin) query.set("ply", String(origin.ply));
  else {
    query.set("players", String(origin.players));
    if (origin.seed > 0) query.set("seed", String(origin.seed));
  }
  if (seat !== null) query.set("seat", String(seat));
  if (seat !== null && bots) query.set("bots", bots);
  if (isRetry) query.set("retry", "");
  for (const action of actions) query.append("a", action);
  const place =
    "table" in origin
      ? `/variation/${encodeURIComponent(origin.table)}`
      : `/analysis/${encodeURIComponent(origin.game)}`;
  return `${place}?${query}`;
}

/** The variation before its last move of a player: what chance and bots did after it goes with it. */
export function undone(actions: readonly string[], actors: readonly number[], seat: number | null): readonly string[] {
  const last = actors.findLastIndex((actor) => (seat === null ? actor >= 0 : actor === seat));
  return actions.slice(0, Math.max(0, last));
}

/** The seats of a game that nobody plays: called by their numbers. */
export function boardSeats(names: readonly string[]): SeatShown[] {
  return names.map((name) => ({ kind: "person", name, here: true, bot: "", stand_in: "", bot_from: null }));
}

/** The flawed moves of a seat, in the order of play. */
export function mistakesOf(plies: readonly AnalysedPly[], seat: number): AnalysedPly[] {
  return plies.filter((one) => one.actor === seat && isFlawed(gradeOf(one) ?? "good"));
}

/** Where one looks for a better move than a player's in a finished game. */
export const retryPath = (table: string, { ply, actor }: Pick<AnalysedPly, "ply" | "actor">): string =>
  variationPath({ origin: { table, ply }, actions: [], seat: actor, bots: "", isRetry: true });
