// What one player holds, worked out from a view: caravans by colour, leaders to place, markers, oases and areas.
import type { DesertView } from "../../wire";
import components from "./components.json";
import { COLOURS, camelsOf, ownersOf } from "./model";

export interface CaravanHeld {
  colour: string;
  length: number;
  /** Whether no other caravan of this colour is longer, and whether another is as long. */
  rank: "largest" | "tied" | "";
}

export interface Held {
  leaders: string[];
  caravans: CaravanHeld[];
  /** Water markers taken, by value; null where they lie face down. */
  water: { value: number; count: number }[] | null;
  markers: number;
  oases: number;
  area: number;
  /** Points by source; null where they lie face down. */
  points: { source: string; points: number }[] | null;
}

export function heldBy(view: DesertView, seat: number): Held {
  const own = view.caravans[seat] ?? [];
  const taken = markersOf(view, seat);
  const rows = components.sources.map((source, k) => ({ source, points: view.points[k]?.[seat] ?? null }));
  const count = (value: number): number => taken.filter((one) => one === value).length;
  const shown = rows.every((row) => row.points !== null);
  return {
    leaders: view.leaders[seat] ?? [],
    caravans: COLOURS.map((colour, k) => {
      const lengths = view.caravans.map((caravans) => caravans[k]?.camels.length ?? 0);
      const length = lengths[seat] ?? 0;
      const most = Math.max(...lengths);
      const leads = length > 1 && length === most;
      const alone = lengths.filter((other) => other === most).length === 1;
      return { colour, length, rank: leads ? (alone ? "largest" : "tied") : "" };
    }),
    water: shown ? components.water.map(({ value }) => ({ value, count: count(value) })) : null,
    markers: taken.length,
    oases: own.reduce((sum, caravan) => sum + caravan.linked.length, 0),
    area: (view.areas[seat] ?? []).length,
    points: shown ? rows.map(({ source, points }) => ({ source, points: points! })) : null,
  };
}

/** The values of the markers that a player's camels and areas have taken. */
function markersOf(view: DesertView, seat: number): number[] {
  const camels = camelsOf(view);
  const owners = ownersOf(view);
  const mine = (space: string): boolean => camels.get(space)?.seat === seat || owners.get(space) === seat;
  return view.water.filter(([space]) => mine(space)).map(([, value]) => value);
}
