// What the board of Through the Desert says of spaces, camels and piles, in the user's language.
import { m } from "../../paraglide/messages";
import type { DesertView, SeatShown } from "../../wire";
import type { CaravanHeld } from "./holdings";
import type { Choice, Ground, PileShown } from "./model";

export function colourName(colour: string): string {
  switch (colour) {
    case "blue":
      return m.td_blue();
    case "green":
      return m.td_green();
    case "lilac":
      return m.td_lilac();
    case "pink":
      return m.td_pink();
    default:
      return m.td_yellow();
  }
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function nameOf(seats: readonly SeatShown[], seat: number): string {
  return seats[seat]?.name || m.td_player({ number: seat + 1 });
}

export function groundName(ground: Ground, seats: readonly SeatShown[]): string {
  switch (ground.kind) {
    case "camel": {
      const { camel } = ground;
      const said = { colour: colourName(camel.colour), name: nameOf(seats, camel.seat), count: camel.length };
      return camel.leads ? m.td_ground_leader(said) : m.td_ground_camel(said);
    }
    case "oasis":
      return ground.owner === null ? m.td_ground_oasis() : m.td_ground_oasis_of({ name: nameOf(seats, ground.owner) });
    case "area":
      return m.td_ground_area({ name: nameOf(seats, ground.owner) });
    case "water":
      return m.td_ground_water({ value: ground.value });
    case "sand":
      return m.td_ground_sand();
  }
}

/** What may be placed on a space and what it would earn. */
export function choiceName(choices: readonly Choice[], leads: boolean): string {
  const [first, ...others] = choices;
  if (!first) return "";
  if (others.length > 0) {
    const listed = choices.map(({ colour, earns }) =>
      earns > 0 ? m.td_colour_earns({ colour: colourName(colour), count: earns }) : colourName(colour),
    );
    return leads ? m.td_open_leaders({ colours: listed.join(", ") }) : m.td_open_camels({ colours: listed.join(", ") });
  }
  const colour = colourName(first.colour);
  if (leads) return m.td_place_leader({ colour });
  return first.earns > 0 ? m.td_place_earns({ colour, count: first.earns }) : m.td_place_camel({ colour });
}

export interface Asked {
  /** Whether the viewer is on turn. */
  turn: boolean;
  leads: boolean;
  colour: string | null;
}

/** A space for screen readers: what stands there, and what placing would earn. */
export function spaceName(
  name: string,
  ground: Ground,
  choices: readonly Choice[],
  asked: Asked,
  seats: readonly SeatShown[],
): string {
  const parts: string[] = [m.td_space({ name, ground: groundName(ground, seats) })];
  if (choices.length > 0) parts.push(choiceName(choices, asked.leads));
  else if (asked.turn && asked.colour === null) parts.push(m.td_barred());
  else if (asked.turn) parts.push(m.td_barred_colour({ colour: colourName(asked.colour!) }));
  return parts.join(" ");
}

export function pileName(pile: PileShown, view: DesertView, number: number): string {
  const colour = capital(colourName(pile.colour));
  const parts: string[] = [m.td_pile({ colour, count: pile.left })];
  if (view.phase === "leader" && pile.leader) parts.push(m.td_pile_leader());
  if (pile.open > 0) parts.push(m.td_pile_open({ count: pile.open }));
  if (pile.most > 0) parts.push(m.td_pile_most({ count: pile.most }));
  if (pile.state !== "plenty" && view.phase === "camel") parts.push(m.td_pile_low());
  parts.push(m.td_pile_key({ number }));
  return parts.join(" ");
}

export function caravanName(caravan: CaravanHeld): string {
  const said = { colour: colourName(caravan.colour), count: caravan.length };
  if (caravan.rank === "largest") return m.td_caravan_largest(said);
  return caravan.rank === "tied" ? m.td_caravan_tied(said) : m.td_caravan(said);
}
