// The model of Through the Desert's board: pure functions from a view and the offers to what is drawn. It knows no rule.
import type { DesertOffers, DesertView, Happened } from "../../wire";
import type { Pointed } from "../contract";
import components from "./components.json";

export const COLOURS = components.colours;
/** The width of a hex from corner to corner, in the units of the drawing. */
export const SIZE = 60;
export const HALF_HEIGHT = (SIZE * components.hex.height) / 2;

export interface Space {
  name: string;
  column: number;
  row: number;
  x: number;
  y: number;
  near: readonly (string | null)[];
}

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Land {
  /** Whether the extension is in play. */
  whole: boolean;
  spaces: readonly Space[];
  by: ReadonlyMap<string, Space>;
  mountains: readonly Point[];
  /** Places beyond the edge that fit into the picture: nothing but scenery. */
  beyond: readonly Point[];
  box: Box;
}

const at = (place: { x: number; y: number }): Point => ({ x: place.x * SIZE, y: place.y * SIZE });
const MARGIN = 12;
const lands = new Map<boolean, Land>();

/** The part of the map that a game uses. */
export function landOf(view: Pick<DesertView, "players">): Land {
  const whole = view.players >= 4;
  let land = lands.get(whole);
  if (!land) lands.set(whole, (land = survey(whole)));
  return land;
}

function survey(whole: boolean): Land {
  const spaces = components.spaces.filter((space) => whole || space.small).map((space) => ({ ...space, ...at(space) }));
  const mountains = components.mountains.map(at);
  const xs = spaces.map((space) => space.x);
  const ys = spaces.map((space) => space.y);
  const left = Math.min(...xs) - SIZE / 2 - MARGIN;
  const top = Math.min(...ys) - HALF_HEIGHT - MARGIN;
  const box = {
    x: left,
    y: top,
    width: Math.max(...xs) + SIZE / 2 + MARGIN - left,
    height: Math.max(...ys) + HALF_HEIGHT + MARGIN - top,
  };
  const by = new Map(spaces.map((space) => [space.name, space]));
  return { whole, spaces, by, mountains, beyond: around([...spaces, ...mountains], box), box };
}

const AROUND = [
  [0, 2],
  [0, -2],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

function around(places: readonly Point[], box: Box): Point[] {
  const key = ({ x, y }: Point): string => `${Math.round(x / (SIZE * 0.75))} ${Math.round(y / HALF_HEIGHT)}`;
  const known = new Set(places.map(key));
  const found = new Map<string, Point>();
  for (const { x, y } of places) {
    for (const [across, down] of AROUND) {
      const place = { x: x + across * SIZE * 0.75, y: y + down * HALF_HEIGHT };
      const inside =
        place.x > box.x + SIZE / 3 &&
        place.x < box.x + box.width - SIZE / 3 &&
        place.y > box.y + HALF_HEIGHT &&
        place.y < box.y + box.height - HALF_HEIGHT * 0.8;
      if (inside && !known.has(key(place))) found.set(key(place), place);
    }
  }
  return [...found.values()];
}

/** The six corners of a hex as path data; `inset` draws it smaller. */
export function hexPath({ x, y }: Point, inset = 0): string {
  const r = SIZE / 2 - inset;
  const h = r * components.hex.height;
  const n = (value: number): string => String(Math.round(value * 100) / 100);
  return (
    `M${n(x + r)} ${n(y)}L${n(x + r / 2)} ${n(y + h)}L${n(x - r / 2)} ${n(y + h)}` +
    `L${n(x - r)} ${n(y)}L${n(x - r / 2)} ${n(y - h)}L${n(x + r / 2)} ${n(y - h)}Z`
  );
}

/** A number from 0 to 1 that is always the same for a space: so that dunes differ and never move. */
export function grain(space: { column: number; row: number }, turn = 0): number {
  const mixed = Math.sin(space.column * 127.1 + space.row * 311.7 + turn * 74.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

// -- what stands where -------------------------------------------------------------------------------------------------

export interface Camel {
  space: string;
  seat: number;
  colour: string;
  leads: boolean;
  /** How many camels its caravan has. */
  length: number;
}

/** Every camel on the map, by its space. */
export function camelsOf(view: DesertView): Map<string, Camel> {
  const found = new Map<string, Camel>();
  view.caravans.forEach((caravans, seat) =>
    caravans.forEach((caravan, k) => {
      for (const space of caravan.camels) {
        const leads = space === caravan.leader;
        found.set(space, { space, seat, colour: COLOURS[k]!, leads, length: caravan.camels.length });
      }
    }),
  );
  return found;
}

export interface Link {
  seat: number;
  colour: string;
  from: Space;
  to: Space;
}

/** The way through each caravan: from its leader on, each camel hangs on one nearer to the leader. */
export function linksOf(view: DesertView, land: Land): Link[] {
  const links: Link[] = [];
  view.caravans.forEach((caravans, seat) =>
    caravans.forEach((caravan, k) => {
      if (caravan.leader === null) return;
      const waiting = new Set(caravan.camels);
      waiting.delete(caravan.leader);
      const reached = [caravan.leader];
      for (const name of reached) {
        const from = land.by.get(name)!;
        for (const next of from.near) {
          if (next === null || !waiting.delete(next)) continue;
          links.push({ seat, colour: COLOURS[k]!, from, to: land.by.get(next)! });
          reached.push(next);
        }
      }
    }),
  );
  return links;
}

export interface Well extends Point {
  space: string;
  value: number;
}

/** The water holes that are not taken: no camel on them, no area around them. */
export function wellsOf(view: DesertView, land: Land): Well[] {
  const camels = camelsOf(view);
  const areas = ownersOf(view);
  return view.water
    .filter(([name]) => land.by.has(name) && !camels.has(name) && !areas.has(name))
    .map(([space, value]) => ({ space, value, x: land.by.get(space)!.x, y: land.by.get(space)!.y }));
}

/** Whose enclosed area a space belongs to. */
export function ownersOf(view: DesertView): Map<string, number> {
  return new Map(view.areas.flatMap((area, seat) => area.map((space): [string, number] => [space, seat])));
}

export type Ground =
  | { kind: "camel"; camel: Camel }
  | { kind: "oasis"; owner: number | null }
  | { kind: "area"; owner: number }
  | { kind: "water"; value: number }
  | { kind: "sand" };

/** What stands on every space, for screen readers. */
export function groundsOf(view: DesertView, land: Land): Map<string, Ground> {
  const camels = camelsOf(view);
  const owners = ownersOf(view);
  const oases = new Set(view.oases);
  const water = new Map(view.water);
  const ground = (name: string): Ground => {
    const camel = camels.get(name);
    const owner = owners.get(name);
    if (camel) return { kind: "camel", camel };
    if (oases.has(name)) return { kind: "oasis", owner: owner ?? null };
    if (owner !== undefined) return { kind: "area", owner };
    const value = water.get(name);
    return value === undefined ? { kind: "sand" } : { kind: "water", value };
  };
  return new Map(land.spaces.map(({ name }) => [name, ground(name)]));
}

// -- what may be chosen ------------------------------------------------------------------------------------------------

export interface Choice {
  colour: string;
  earns: number;
  action: string;
}

/** What may be placed on each space, in the order of the piles. */
export function choicesOf(offers: DesertOffers): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const [action, earns, colour, space] of offers.place ?? []) {
    const here = found.get(space);
    const choice = { colour, earns, action };
    if (here) here.push(choice);
    else found.set(space, [choice]);
  }
  for (const here of found.values()) here.sort((a, b) => COLOURS.indexOf(a.colour) - COLOURS.indexOf(b.colour));
  return found;
}

/** The same for one colour; for all of them where none is chosen. */
export function openTo(choices: Map<string, Choice[]>, colour: string | null): Map<string, Choice[]> {
  if (colour === null) return choices;
  const found = new Map<string, Choice[]>();
  for (const [space, here] of choices) {
    const fit = here.filter((choice) => choice.colour === colour);
    if (fit.length > 0) found.set(space, fit);
  }
  return found;
}

export const best = (choices: readonly Choice[]): number => Math.max(0, ...choices.map((choice) => choice.earns));

export interface PileShown {
  colour: string;
  left: number;
  full: number;
  /** How near the end of the game this pile is. */
  state: "plenty" | "low" | "empty";
  /** How many spaces are open to this colour, and the most that one of them earns. */
  open: number;
  most: number;
  /** Whether the viewer has still to place the leader of this colour. */
  leader: boolean;
}

const LOW = 4;

/** The five piles: the clock of the game. */
export function pilesOf(view: DesertView, choices: Map<string, Choice[]>, seat: number | null): PileShown[] {
  const full = (components.piles as Record<string, number>)[String(view.players)] ?? Math.max(...view.piles);
  return COLOURS.map((colour, k) => {
    const left = view.piles[k] ?? 0;
    const open = openTo(choices, colour);
    const most = best([...open.values()].flat());
    const leader = seat !== null && (view.leaders[seat] ?? []).includes(colour);
    const state = left === 0 ? "empty" : left <= LOW ? "low" : "plenty";
    return { colour, left, full: Math.max(full, left), state, open: open.size, most, leader };
  });
}

// -- what changed ------------------------------------------------------------------------------------------------------

export interface Changes {
  /** The camels that stand in the second view and did not in the first. */
  camels: Camel[];
  /** The spaces enclosed since, each with its distance from the nearest of those camels. */
  areas: Map<string, number>;
}

/** What is new in the second of two views. */
export function changesOf(before: DesertView, after: DesertView, land: Land): Changes {
  const stood = camelsOf(before);
  const camels = [...camelsOf(after).values()].filter((camel) => !stood.has(camel.space));
  const owned = ownersOf(before);
  const fresh = [...ownersOf(after).keys()].filter((space) => !owned.has(space));
  const areas = new Map<string, number>();
  for (const name of fresh) {
    const space = land.by.get(name)!;
    const steps = camels.map((camel) => distance(land.by.get(camel.space)!, space));
    areas.set(name, steps.length > 0 ? Math.min(...steps) : 0);
  }
  return { camels, areas };
}

/** Steps between two spaces as a bird flies. */
export function distance(a: Space, b: Space): number {
  const across = Math.abs(a.x - b.x) / (SIZE * 0.75);
  const down = Math.abs(a.y - b.y) / (2 * HALF_HEIGHT);
  return Math.round(across + Math.max(0, down - across / 2));
}

/** The spaces that were played on lately, the last one first. */
export function recentSpaces(recent: readonly Happened[]): string[] {
  return recent.flatMap(({ events }) => placedOn(events)).reverse();
}

/** The spaces that camels and leaders were placed on. */
function placedOn(events: readonly Pointed[]): string[] {
  return events.flatMap((event) =>
    event.kind === "leader_placed" || event.kind === "camel_placed" ? [event.space] : [],
  );
}

/** The spaces that are pointed at: where something was placed or would be, and the palm trees of this game. */
export function pointedSpaces(pointed: readonly Pointed[]): string[] {
  return pointed.flatMap((one) => {
    if (one.kind === "palms_planted") return one.spaces;
    return one.kind === "place" ? [one.space] : placedOn([one]);
  });
}
