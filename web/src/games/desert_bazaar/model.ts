// The model of Desert Bazaar's board: pure functions from a view and its offers to what is drawn. It knows no rule: what
// may be done and what it costs is read from the offers, never worked out.
import type { CampOffers, CampView, Happened } from "../../wire";
import type { Pointed } from "../contract";
import components from "./components.json";

export const LETTERS = components.resources.map((resource) => resource.letter);
export const RESOURCES = components.resources.map((resource) => resource.name);
export const SOURCES = components.sources;
export const ENCAMPMENT_SIZE = components.encampment_size;
export const MARKERS = components.markers_per_player;
export const CARDS = components.cards_per_resource;

export const nameOf = (letter: string): string => RESOURCES[LETTERS.indexOf(letter)] ?? "";
export const letterOf = (resource: string): string => LETTERS[RESOURCES.indexOf(resource)] ?? "";

/** What a tile such as "W:SSC" produces, and what it costs. */
export const productOf = (tile: string): string => tile.slice(0, 1);
export const costOf = (tile: string): string => tile.slice(2);

/** How many of each resource a text such as "SSC" has, in the order of the resources. */
export function countsOf(cards: string): number[] {
  return LETTERS.map((letter) => [...cards].filter((card) => card === letter).length);
}

/** The text of so many cards of each resource. */
export function textOf(counts: readonly number[]): string {
  return LETTERS.map((letter, k) => letter.repeat(counts[k] ?? 0)).join("");
}

// -- the map ----------------------------------------------------------------------------------------------------------

export interface Camp {
  spaces: string[];
  size: number;
  full: boolean;
}

export function campsOf(view: CampView): Camp[] {
  return view.camps.map((spaces) => ({ spaces, size: spaces.length, full: spaces.length >= ENCAMPMENT_SIZE }));
}

export interface Here {
  action: string;
  earns: number;
  /** Cards; "" when it is free. */
  price: string;
  /** Whether most spaces are like it, or none is dearer: written quietly, so that the others stand out. */
  usual: boolean;
}

export interface Space {
  name: string;
  tile: string | null;
  owner: number | null;
  camp: Camp | null;
  /** Whether a tile may still stand here, whatever it costs. */
  room: boolean;
  /** What the chosen tile would cost and earn here, if it may be built. */
  here: Here | null;
  /** Whether some tile would be free here, as long as none is chosen. */
  free: boolean;
  /** Whether the player can choose it: for the tile chosen, or, before one is, for any. */
  open: boolean;
  /** Placed, and not paid for. */
  unpaid: boolean;
  recent: boolean;
}

const MANY = 10;
/** The most spaces of one price that are all written large. */
const FEW = 24;

/** What the offers say of one tile, space by space. */
export function pricesOf(offers: CampOffers, tile: string): Map<string, Here> {
  const found = new Map<string, Here>();
  const alike = new Map<string, number>();
  const key = (earns: number, price: string) => `${earns} ${price}`;
  for (const [action, earns, what, space, price] of offers.build ?? []) {
    if (what !== tile) continue;
    found.set(space, { action, earns, price, usual: false });
    alike.set(key(earns, price), (alike.get(key(earns, price)) ?? 0) + 1);
  }
  const [most, count] = [...alike].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  const dearest = Math.max(...[...found.values()].map((here) => here.price.length));
  for (const here of found.values()) {
    const isMost = count >= MANY && key(here.earns, here.price) === most;
    const isDear = found.size >= MANY && here.price.length === dearest && here.earns === 0;
    here.usual = here.price !== "" && (isMost || isDear);
  }
  const isFew = found.size <= FEW && [...found.values()].every((here) => here.usual);
  if (isFew) for (const here of found.values()) here.usual = false;
  return found;
}

/** The most tents that are marked as new. */
const NEW = 8;

/** The spaces on which tents were raised in these plies, the last of them. */
export function raisedIn(recent: readonly Happened[], view: CampView): Set<string> {
  const standing = new Map(view.tents.map((tent) => [tent.space, tent.tile]));
  const builds = recent
    .flatMap(({ events }) => events)
    .filter((event) => event.kind === "tile_built")
    .slice(-NEW);
  return new Set(builds.filter((build) => standing.get(build.space) === build.tile).map((build) => build.space));
}

/** Every space of the map, by name; `builds` says whether the player is asked to build. */
export function spacesOf(
  view: CampView,
  offers: CampOffers,
  chosen: string | null,
  recent: readonly Happened[],
  builds = false,
): Map<string, Space> {
  const tents = new Map(view.tents.map((tent) => [tent.space, tent]));
  const camps = new Map(campsOf(view).flatMap((camp) => camp.spaces.map((name) => [name, camp] as const)));
  const room = new Set(view.room);
  const prices = chosen === null ? new Map<string, Here>() : pricesOf(offers, chosen);
  const free = new Set(offers.build?.flatMap(([, , , space, price]) => (price === "" ? [space] : [])));
  const raised = raisedIn(recent, view);
  const shown = new Map<string, Space>();
  for (const { name } of components.spaces) {
    const tent = tents.get(name);
    const unpaid = view.building?.[1] === name;
    shown.set(name, {
      name,
      tile: tent?.tile ?? (unpaid ? view.building![0] : null),
      owner: tent?.owner ?? null,
      camp: camps.get(name) ?? null,
      room: room.has(name),
      here: prices.get(name) ?? null,
      free: chosen === null && free.has(name),
      open: prices.has(name) || (chosen === null && builds && room.has(name)),
      unpaid,
      recent: raised.has(name),
    });
  }
  return shown;
}

/** What could be built on a space, the cheapest first. */
export function buildsAt(offers: CampOffers, space: string): (Omit<Here, "usual"> & { tile: string })[] {
  return (offers.build ?? [])
    .flatMap(([action, earns, tile, at, price]) => (at === space ? [{ tile, action, earns, price }] : []))
    .sort((a, b) => a.price.length - b.price.length);
}

// -- the tiles --------------------------------------------------------------------------------------------------------

export interface TileShown {
  tile: string | null;
  side: number;
  place: number;
  /** Whether it may be built now, somewhere. */
  open: boolean;
  /** The lowest price among the offers; null when there are none. */
  least: string | null;
}

/** Both sides, place by place, with the best that each tile offers. */
export function tilesOf(view: CampView, offers: CampOffers): TileShown[][] {
  const least = new Map<string, string>();
  for (const [, , tile, , price] of offers.build ?? []) {
    const before = least.get(tile);
    if (before === undefined || price.length < before.length) least.set(tile, price);
  }
  return view.sides.map((places, side) =>
    places.map((tile, place) => ({
      tile,
      side,
      place,
      open: tile !== null && least.has(tile),
      least: tile === null ? null : (least.get(tile) ?? null),
    })),
  );
}

// -- dice and cards ---------------------------------------------------------------------------------------------------

export interface Choices {
  /** The resources of which a free card may be taken with a roll, by letter. */
  rolls: string[];
  /** The roll with no card left to take, as an action. */
  bareRoll: string | null;
  collects: string[];
  keeps: string[];
  names: string[];
  pays: string[];
  /** To build no more, as an action. */
  done: string | null;
}

/** The offers as letters: everything but placements. */
export function choicesOf(offers: CampOffers): Choices {
  return {
    rolls: offers.roll?.flatMap(([, , free]) => (free === null ? [] : [letterOf(free)])) ?? [],
    bareRoll: offers.roll?.find(([, , free]) => free === null)?.[0] ?? null,
    collects: offers.collect?.map(([, , resource]) => letterOf(resource)) ?? [],
    keeps: offers.keep?.map(([, , face]) => face) ?? [],
    names: offers.name?.map(([, , cards]) => cards) ?? [],
    pays: offers.pay?.map(([, , cards]) => cards) ?? [],
    done: offers.done?.[0]?.[0] ?? null,
  };
}

/** Whether there is something to choose. */
export const isAsked = (offers: CampOffers): boolean => Object.keys(offers).length > 0;

/** Payments by how many cards they take, the fewest first. */
export function paymentsBySize(pays: readonly string[]): { size: number; pays: string[] }[] {
  const sizes = [...new Set(pays.map((cards) => cards.length))].sort((a, b) => a - b);
  return sizes.map((size) => ({ size, pays: pays.filter((cards) => cards.length === size) }));
}

/** The units of a cost that a payment has no card for, when every card paid is one of the cost; null otherwise. */
export function unpaidUnits(cost: string, cards: string): string | null {
  const left = countsOf(cost).map((count, k) => count - countsOf(cards)[k]!);
  return left.some((count) => count < 0) ? null : textOf(left);
}

export interface Roll {
  /** The faces that fell last. */
  dice: string;
  /** The die set aside before them. */
  kept: string | null;
  seat: number;
  /** Changes with every roll, so that the dice tumble once. */
  key: string;
}

/** The dice that lie on the table: those of the view, or else the last that fell. */
export function rollOf(view: CampView, recent: readonly Happened[]): Roll | null {
  if (view.dice !== null) {
    const { dice, kept, seat } = view;
    return { dice, kept, seat, key: `${seat} ${view.turns} ${view.setup_rolls} ${kept} ${dice}` };
  }
  if (view.turns === 0) return null;
  const events = recent.flatMap((ply) => ply.events);
  const at = events.findLastIndex((event) => event.kind === "dice_rolled");
  const [before, fell] = [events[at - 1], events[at]];
  if (fell?.kind !== "dice_rolled") return null;
  const kept = before?.kind === "die_kept" ? before.die : null;
  const { dice, seat } = fell;
  return { dice, kept, seat, key: `${seat} ${view.turns} ${kept} ${dice}` };
}

/** The dice that count for a resource: those that show it, and the wilds. */
export function countingDice(roll: Roll, letter: string): string {
  return [...(roll.kept ?? ""), ...roll.dice].filter((face) => face === letter || face === "*").join("");
}

// -- what everybody holds ---------------------------------------------------------------------------------------------

export interface Share {
  letter: string;
  pile: number;
  /** What the viewer holds; 0 for a spectator. */
  own: number;
  /** By seat, where every hand lies open; else null. */
  bySeat: number[] | null;
  /** Cards in the hands of all others. */
  others: number;
  /** Who surely has the most of it, as far as the viewer can see. */
  leader: number | null;
}

/** Of each resource: what is in the pile, in one's own hand and in the others', and who surely leads. */
export function sharesOf(view: CampView, seat: number | null): Share[] {
  const open = view.hands.every((hand) => hand !== null);
  return LETTERS.map((letter, k) => {
    const pile = view.piles[k]!;
    const own = seat === null ? 0 : (view.hands[seat]?.[k] ?? 0);
    const others = CARDS - pile - own;
    const bySeat = open ? view.hands.map((hand) => hand![k]!) : null;
    let leader: number | null = null;
    if (bySeat !== null) {
      const most = Math.max(...bySeat);
      const first = bySeat.indexOf(most);
      leader = most > 0 && bySeat.lastIndexOf(most) === first ? first : null;
    } else if (own > others) {
      leader = seat;
    }
    return { letter, pile, own, bySeat, others, leader };
  });
}

// -- what moved -------------------------------------------------------------------------------------------------------

/** From one spot of the table to another. */
export type Journey = { from: string; to: string } & (
  { what: "tent"; tile: string; space: string } | { what: "card"; letter: string }
);

/** What travels from one view to the next: a tent from `tile 0 2` to `space f6`, a card from `pile S` to `hand S`. */
export function journeys(before: CampView, after: CampView, seat: number | null): Journey[] {
  if (after.ply <= before.ply) return [];
  const found: Journey[] = [];
  const stood = new Set([...before.tents.map((tent) => tent.space), before.building?.[1]]);
  const arrived = after.tents.map((tent) => [tent.tile, tent.space] as const);
  if (after.building) arrived.push(after.building);
  before.sides.forEach((places, side) =>
    places.forEach((tile, place) => {
      for (const [built, space] of arrived)
        if (built === tile && !stood.has(space))
          found.push({ what: "tent", tile, space, from: `tile ${side} ${place}`, to: `space ${space}` });
    }),
  );
  const hand = seat === null ? null : after.hands[seat];
  const held = seat === null ? null : before.hands[seat];
  if (hand && held)
    LETTERS.forEach((letter, k) => {
      const more = hand[k]! - held[k]!;
      const [from, to] = more > 0 ? [`pile ${letter}`, `hand ${letter}`] : [`hand ${letter}`, `pile ${letter}`];
      for (let n = 0; n < Math.min(Math.abs(more), 6); n++) found.push({ what: "card", letter, from, to });
    });
  return found;
}

export interface PointedAt {
  spaces: string[];
  tiles: string[];
  /** Resources, by letter. */
  letters: string;
  dice: boolean;
}

/** What is pointed at: spaces, tiles, resources or the dice. */
export function pointedAt(pointed: readonly Pointed[]): PointedAt {
  const at: PointedAt = { spaces: [], tiles: [], letters: "", dice: false };
  for (const one of pointed) {
    switch (one.kind) {
      case "tile_built":
      case "build":
        at.spaces.push(one.space);
        at.tiles.push(one.tile);
        break;
      case "camp_completed":
        at.spaces.push(one.space);
        break;
      case "tile_turned":
        at.tiles.push(one.tile);
        break;
      case "setup_dice_rolled":
      case "dice_rolled":
      case "die_kept":
      case "keep":
        at.dice = true;
        break;
      case "roll":
        at.dice = true;
        if ("free" in one && one.free !== null) at.letters += letterOf(one.free);
        break;
      case "free_card_taken":
      case "cards_taken":
      case "collect":
        at.dice = true;
        at.letters += letterOf(one.resource);
        break;
      case "wilds_named":
      case "tile_paid":
      case "name":
      case "pay":
        at.letters += one.cards;
        break;
      case "extra_card_taken":
      case "most_cards":
      case "most_tied":
        at.letters += letterOf(one.resource);
        break;
    }
  }
  return at;
}

/** The action pointed at, if a button beside the map plays it now: the reader is to find that button, and a
    mark on the cards in hand would lead astray. */
export function buttonAt(pointed: readonly Pointed[], offers: CampOffers): string | null {
  const buttons = [offers.roll, offers.collect, offers.keep, offers.pay].flatMap((rows) => rows?.map(([text]) => text));
  return pointed.flatMap((one) => ("text" in one ? [one.text] : [])).find((text) => buttons.includes(text)) ?? null;
}
