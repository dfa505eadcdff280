// The model of Bazaar's board: pure functions from the view, the offers and what the server adds to what is drawn.
// Counts tokens; what is legal and what it earns is only read from the offers.
import type { BazaarOffers, BazaarView, Happened } from "../../wire";
import type { Pointed } from "../contract";
import box from "./components.json";
import { actionText, type Deed } from "./notation";

export const LETTERS: readonly string[] = box.colours.map((colour) => colour.letter);
export const TOKEN_LIMIT = box.token_limit;
export const WARES_PER_STALL = box.wares_per_stall;
export const POINTS: readonly (readonly number[])[] = [box.points.plain, box.points.star, box.points.double_star];

/** How many of each colour, in the order of LETTERS. */
export type Counts = readonly number[];

/** One ware as the server finds it: the trades that lead to it, and what it would then earn. No trades: it can be
 * bought now or, at the start of a turn, after a roll. */
export interface Reach {
  ware: string;
  stall: number;
  trades: [returned: string, taken: string][];
  left: number;
  earns: number;
}

export interface BazaarMore {
  reach?: Reach[] | null;
  /** The puzzle for one: the expected turns under the best play, and what the last move cost against it. */
  par?: number | null;
  cost?: number | null;
}

// -- tokens ----------------------------------------------------------------------------------------------------------

export const countsOf = (tokens: string): number[] =>
  LETTERS.map((letter) => [...tokens].filter((token) => token === letter).length);

export const tokensOf = (counts: Counts): string =>
  LETTERS.map((letter, colour) => letter.repeat(Math.max(0, counts[colour] ?? 0))).join("");

export const total = (counts: Counts): number => counts.reduce((sum, count) => sum + count, 0);

export const plus = (one: Counts, other: Counts): number[] => one.map((count, k) => count + (other[k] ?? 0));

/** What is left of the first without the second, never below none. */
export const minus = (one: Counts, other: Counts): number[] =>
  one.map((count, k) => Math.max(0, count - (other[k] ?? 0)));

export const covers = (held: Counts, cost: Counts): boolean => cost.every((count, k) => (held[k] ?? 0) >= count);

export const colourOf = (letter: string): string =>
  box.colours.find((colour) => colour.letter === letter)?.name ?? letter;

export const letterOf = (colour: string): string | null =>
  box.colours.find((known) => known.name === colour)?.letter ?? null;

const STARRED = new Set(box.wares.filter((ware) => ware.starred).map((ware) => ware.tokens));

export const isStarred = (ware: string): boolean => STARRED.has(ware);

// -- actions ---------------------------------------------------------------------------------------------------------

export interface Trade {
  returned: string;
  taken: string;
}

const tradeText = ({ returned, taken }: Trade): string => actionText({ kind: "trade", returned, taken });

/** The texts of all that may be played now. */
export const offeredTexts = (offers: BazaarOffers): Set<string> =>
  new Set(Object.values(offers).flatMap((rows: [text: string, ...unknown[]][]) => rows.map(([text]) => text)));

/** What an action returns to the bank and takes from it, for a preview on the hand. */
export function changeOf(deed: Deed | null): { out: number[]; in: number[] } {
  const none = LETTERS.map(() => 0);
  switch (deed?.kind) {
    case "trade":
      return { out: countsOf(deed.returned), in: countsOf(deed.taken) };
    case "buy":
      return { out: countsOf(deed.ware), in: none };
    case "return":
      return { out: countsOf(deed.tokens), in: none };
    case "take":
      return { out: none, in: countsOf(letterOf(deed.colour) ?? "") };
    default:
      return { out: none, in: none };
  }
}

// -- hands -----------------------------------------------------------------------------------------------------------

/** The seat whose tokens lie large before the viewer: their own; when tokens go back, the one to choose from; for a
 * spectator, that of the player on turn. */
export function handBefore(view: BazaarView, seat: number | null, offers: BazaarOffers): number {
  return offers.return ? view.seat : (seat ?? view.seat);
}

export const handOf = (view: BazaarView, seat: number): Counts => view.hands[seat] ?? LETTERS.map(() => 0);

/** How many tokens are asked for, when some go back: as many as any offer has. */
export const askedBack = (offers: BazaarOffers): number => offers.return?.[0]?.[2].length ?? 0;

export interface HeldToken {
  letter: string;
  /** Its number within its colour. */
  nth: number;
  state: "held" | "leaves" | "comes";
}

/** The tokens of a hand one by one; those that a previewed action returns are marked, those it takes stand beside
 * their colour. */
export function laidOut(hand: Counts, previewed: Deed | null): HeldToken[] {
  const change = changeOf(previewed);
  return LETTERS.flatMap((letter, colour) => {
    const held = hand[colour] ?? 0;
    const leaves = Math.min(held, change.out[colour] ?? 0);
    return [
      ...Array.from({ length: held }, (_, nth) => ({
        letter,
        nth,
        state: nth >= held - leaves ? ("leaves" as const) : ("held" as const),
      })),
      ...Array.from({ length: change.in[colour] ?? 0 }, (_, k) => ({ letter, nth: held + k, state: "comes" as const })),
    ];
  });
}

// -- stalls ----------------------------------------------------------------------------------------------------------

export interface StallShown {
  number: number;
  ware: string | null;
  /** The ware's tokens, each with whether it is in hand. */
  price: { letter: string; held: boolean }[];
  missing: string;
  starred: boolean;
  left: number;
  isEmpty: boolean;
  /** The points for buying it now, with those of this turn's first purchase; null when that is not offered. */
  earns: number | null;
  reach: Reach | null;
}

export function stallsShown(
  view: BazaarView,
  offers: BazaarOffers,
  more: BazaarMore | null,
  hand: Counts,
): StallShown[] {
  return view.stalls.map((stall, number) => {
    const cost = countsOf(stall.top ?? "");
    const offer = offers.buy?.find(([, , ware]) => ware === stall.top);
    return {
      number,
      ware: stall.top,
      price: LETTERS.flatMap((letter, colour) =>
        Array.from({ length: cost[colour] ?? 0 }, (_, nth) => ({ letter, held: nth < (hand[colour] ?? 0) })),
      ),
      missing: tokensOf(minus(cost, hand)),
      starred: stall.starred,
      left: stall.left,
      isEmpty: stall.left === 0,
      earns: offer ? offer[1] : null,
      reach: more?.reach?.find((found) => found.stall === number && found.ware === stall.top) ?? null,
    };
  });
}

/** The cell of the table of points that an amount stands in: its column and row. */
export function cellOf(left: number, earns: number): { column: number; row: number } | null {
  const row = Math.min(left, (POINTS[0]?.length ?? 1) - 1);
  const column = POINTS.findIndex((points) => points[row] === earns);
  return column < 0 ? null : { column, row };
}

// -- rate cards ------------------------------------------------------------------------------------------------------

/** One side of an equation: its tokens go back when it is chosen, for those of the other. */
export interface SideShown extends Trade {
  /** The text of the trade, which is also what it is known by. */
  action: string;
  isOffered: boolean;
}

export interface CardShown {
  number: number;
  equations: [SideShown, SideShown][];
}

export function cardsShown(view: BazaarView, offers: BazaarOffers): CardShown[] {
  const offered = new Set(offers.trade?.map(([action]) => action));
  const side = (returned: string, taken: string): SideShown => {
    const action = tradeText({ returned, taken });
    return { returned, taken, action, isOffered: offered.has(action) };
  };
  return view.rates.map((number) => ({
    number,
    equations: (box.rate_cards.find((card) => card.number === number)?.equations ?? []).map(
      ([left = "", right = ""]) => [side(left, right), side(right, left)],
    ),
  }));
}

/** Whether chosen tokens lead to a price: they pay it, or all of them are part of it. */
export const isTouched = (chosen: Counts, price: string): boolean => {
  const cost = countsOf(price);
  return total(chosen) > 0 && (covers(chosen, cost) || covers(cost, chosen));
};

/** The trades of a route, by their texts, with their places in it, for the numbers on the rate cards. */
export function routeOf(reach: Reach | null): Map<string, string> {
  const route = new Map<string, string>();
  reach?.trades.forEach(([returned, taken], k) => {
    const action = tradeText({ returned, taken });
    const before = route.get(action);
    route.set(action, before === undefined ? `${k + 1}` : `${before}, ${k + 1}`);
  });
  return route;
}

/** The wares that a trade leads to, by stall. */
export const openedBy = (trade: Trade | null, more: BazaarMore | null): Map<number, Reach> =>
  new Map(
    (more?.reach ?? [])
      .filter(({ trades: [first] }) => trade && first?.[0] === trade.returned && first[1] === trade.taken)
      .map((found) => [found.stall, found]),
  );

// -- what happened ---------------------------------------------------------------------------------------------------

export interface Marks {
  /** Who made a trade, by its action text. */
  trades: Map<string, number>;
  /** Stalls whose ware is new, and the seat that bought the one before it (-1 for none). */
  stalls: Map<number, number>;
  /** The last face of the die, and the ply it fell at. */
  die: { face: string; ply: number } | null;
}

/** What the last plies changed; `recent` ends with the ply before the view's. */
export function marksOf(view: BazaarView, recent: readonly Happened[]): Marks {
  const marks: Marks = { trades: new Map(), stalls: new Map(), die: null };
  const first = view.ply - recent.length;
  let buyer = -1;
  recent.forEach(({ events }, k) => {
    for (const event of events) {
      if (event.kind === "tokens_traded") marks.trades.set(tradeText(event), event.seat);
      if (event.kind === "die_rolled" || event.kind === "start_rolled")
        marks.die = { face: event.face, ply: first + k };
      if (event.kind === "ware_bought") buyer = event.seat;
      if ((event.kind === "ware_shown" || event.kind === "stall_emptied") && buyer >= 0)
        marks.stalls.set(event.stall - 1, buyer);
    }
  });
  return marks;
}

export type Space =
  | { kind: "trade"; action: string }
  | { kind: "stall"; stall: number }
  | { kind: "hand"; seat: number }
  | { kind: "bank"; letter: string }
  | { kind: "die" };

/** Where on the table something took place, or would. */
function spaceOf(one: Pointed, view: BazaarView): Space | null {
  switch (one.kind) {
    case "tokens_traded":
    case "trade":
      return { kind: "trade", action: tradeText(one) };
    case "ware_bought":
    case "ware_shown":
    case "buy": {
      const stall = view.stalls.findIndex((shown) => shown.top === one.ware);
      if (stall >= 0) return { kind: "stall", stall };
      const owner = view.wares.findIndex((wares) => wares.includes(one.ware));
      return owner >= 0 ? { kind: "hand", seat: owner } : null;
    }
    case "stall_emptied":
      return { kind: "stall", stall: one.stall - 1 };
    case "token_taken":
    case "take":
      return { kind: "bank", letter: letterOf(one.colour) ?? "" };
    case "tokens_returned":
      return { kind: "hand", seat: one.seat };
    case "tokens_sent_back":
      return { kind: "hand", seat: one.owner };
    case "start_rolled":
    case "die_rolled":
    case "roll":
      return { kind: "die" };
    default:
      return null;
  }
}

/** The places that are pointed at, each once. */
export function spacesOf(pointed: readonly Pointed[], view: BazaarView): Space[] {
  const spaces = pointed.map((one) => spaceOf(one, view)).filter((space) => space !== null);
  return [...new Map(spaces.map((space) => [JSON.stringify(space), space])).values()];
}

export type Flight =
  | { what: "token"; letter: string; from: string; to: string }
  | { what: "ware"; ware: string; from: string; to: string };

/** What travelled between two views: tokens between bank and hands, wares from stalls to their buyers. Places are
 * named `bank-R`, `hand-0`, `stall-2`. Nothing for a jump of many plies or back. */
export function flightsOf(before: BazaarView, after: BazaarView): Flight[] {
  const plies = after.ply - before.ply;
  if (plies <= 0 || plies > 12 || before.players !== after.players) return [];
  const flights: Flight[] = [];
  after.hands.forEach((hand, seat) => {
    const had = before.hands[seat] ?? [];
    LETTERS.forEach((letter, colour) => {
      const gained = (hand[colour] ?? 0) - (had[colour] ?? 0);
      const [from, to] = gained > 0 ? [`bank-${letter}`, `hand-${seat}`] : [`hand-${seat}`, `bank-${letter}`];
      for (let k = 0; k < Math.abs(gained); k += 1) flights.push({ what: "token", letter, from, to });
    });
  });
  after.wares.forEach((wares, seat) => {
    for (const ware of wares.filter((bought) => !before.wares[seat]?.includes(bought))) {
      const stall = before.stalls.findIndex((shown) => shown.top === ware);
      if (stall >= 0) flights.push({ what: "ware", ware, from: `stall-${stall}`, to: `hand-${seat}` });
    }
  });
  return flights;
}
