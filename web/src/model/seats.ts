// Seats as the rail and the lists show them. Pure.
import type { GameShown, NewSeat, OptionShown, SeatShown } from "../wire";

/** The seats in the order of play, beginning with the user's own. */
export function seatsFrom(count: number, own: number | null): number[] {
  const first = own ?? 0;
  return Array.from({ length: count }, (_, at) => (first + at) % count);
}

/** Whether every other seat is a bot's: then hints are allowed, and no other person waits. */
export function onlyBots(seats: readonly SeatShown[], own: number | null): boolean {
  return own !== null && seats.every((seat, at) => at === own || seat.kind === "bot");
}

/** The seat that a bot may play for, now or soon, because its owner is away on their turn; null if the user has no say. */
export function absentSeat(seats: readonly SeatShown[], own: number | null): number | null {
  if (own === null || seats[own]?.bot) return null;
  const seat = seats.findIndex((one, at) => at !== own && one.bot_from !== null);
  return seat < 0 ? null : seat;
}

/** Whether a bot stands in for another player who did not leave the seat to it: it agrees to nothing in their name. */
export function someoneIsReplaced(seats: readonly SeatShown[], own: number | null): boolean {
  return seats.some((seat, at) => at !== own && (seat.stand_in === "away" || seat.stand_in === "time"));
}

/** The number of open seats. */
export function freeSeats(seats: readonly SeatShown[]): number {
  return seats.filter((seat) => seat.kind === "open").length;
}

/** The seats of a new table: the maker, then what was there before, then open ones. */
export function resized(seats: readonly NewSeat[], count: number): NewSeat[] {
  return Array.from({ length: count }, (_, at) => seats[at] ?? { kind: at === 0 ? "me" : "open" });
}

/** The maker and bots: a game that can begin at once. */
export function againstBots(count: number, bot: string): NewSeat[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? { kind: "me" } : { kind: "bot", bot }));
}

/** The number of players for a first click: three, or what comes nearest. */
export function usualCount(players: readonly number[]): number {
  return players.includes(3) ? 3 : (players[0] ?? 2);
}

/** The option by which a game is played alone, if it has one: Bazaar's puzzle. */
export function soloOption(game: Pick<GameShown, "options">): OptionShown | undefined {
  return game.options.find((option) => option.players?.length === 1 && option.players[0] === 1);
}

/** The name, on the wire and in receipts, of a player who deleted their account. */
export const FORGOTTEN = "Somebody";

export const namesOf = (seats: readonly { name: string }[]): string[] => seats.map((seat) => seat.name);
