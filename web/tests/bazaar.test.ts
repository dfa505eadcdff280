// Bazaar's board: from real views and offers of the game to what is drawn.
import { describe, expect, it } from "vitest";
import {
  LETTERS,
  askedBack,
  cardsShown,
  cellOf,
  changeOf,
  countsOf,
  flightsOf,
  handBefore,
  handOf,
  isStarred,
  isTouched,
  laidOut,
  marksOf,
  minus,
  offeredTexts,
  openedBy,
  routeOf,
  spacesOf,
  stallsShown,
  tokensOf,
  total,
  type BazaarMore,
} from "../src/games/bazaar/model";
import { actionText } from "../src/games/bazaar/notation";
import { pieceLabel } from "../src/games/bazaar/words";
import { overwriteGetLocale, type Locale } from "../src/paraglide/runtime";
import type { BazaarOffers, BazaarView, Happened } from "../src/wire";
import scenes from "./fixtures/bazaar.json";

interface Scene {
  view: BazaarView;
  offers: BazaarOffers;
  more: BazaarMore | null;
  seat: number;
  recent: Happened[];
}

const scene = (name: keyof typeof scenes): Scene => scenes[name] as unknown as Scene;
const turn = scene("turn");

let language: Locale = "en";
overwriteGetLocale(() => language);

describe("tokens", () => {
  it("go from text to counts and back in the order of the colours", () => {
    expect(countsOf("YRWWR")).toEqual([2, 2, 0, 0, 1]);
    expect(tokensOf([2, 2, 0, 0, 1])).toBe("RRWWY");
  });

  it("never fall below none", () => {
    expect(minus([1, 0, 2, 0, 0], [2, 0, 1, 0, 0])).toEqual([0, 0, 1, 0, 0]);
  });
});

describe("the stalls", () => {
  it("show which tokens of each price are in hand", () => {
    const stalls = stallsShown(turn.view, turn.offers, turn.more, handOf(turn.view, turn.seat));
    expect(stalls).toHaveLength(4);
    expect(stalls[1]?.ware).toBe("WGGGY");
    expect(stalls[1]?.price.map((token) => token.held)).toEqual([true, true, false, false, true]);
    expect(stalls[1]?.missing).toBe("GG");
    expect(stalls[0]).toMatchObject({ starred: true, left: 4, missing: "RRRR", reach: null });
  });

  it("say how far a ware is, and nothing is for sale before the roll or trade", () => {
    const stalls = stallsShown(turn.view, turn.offers, turn.more, handOf(turn.view, turn.seat));
    expect(stalls.map((stall) => stall.earns)).toEqual([null, null, null, null]);
    expect(stalls.map((stall) => stall.reach?.trades.length)).toEqual([undefined, 1, 2, 2]);
  });

  it("name the points of what is offered now", () => {
    const { view, offers, more, seat } = scene("before_purchase");
    const stalls = stallsShown(view, offers, more, handOf(view, seat));
    expect(stalls.map((stall) => stall.earns)).toEqual([null, null, 3, null]);
  });

  it("name the sum of both purchases for the second, and what the first is worth alone", () => {
    const { view, offers, more, seat } = scene("second");
    const stalls = stallsShown(view, offers, more, handOf(view, seat));
    expect(stalls.map((stall) => stall.earns)).toEqual([null, null, 5, null]);
    expect(offers.pass).toEqual([["pass", 1]]);
    expect(offers.roll).toBeUndefined();
  });

  it("do without what the server may not add", () => {
    const stalls = stallsShown(turn.view, {}, null, handOf(turn.view, 1));
    expect(stalls.every((stall) => stall.reach === null && stall.earns === null)).toBe(true);
  });

  it("tell an empty stall", () => {
    const { view, offers, more, seat } = scene("star");
    const stalls = stallsShown(view, offers, more, handOf(view, seat));
    expect(stalls.map((stall) => stall.isEmpty)).toEqual([false, true, false, false]);
    expect(stalls[1]?.price).toEqual([]);
  });
});

describe("the table of points", () => {
  it("finds the one cell that an amount stands in", () => {
    expect(cellOf(0, 8)).toEqual({ column: 1, row: 0 });
    expect(cellOf(6, 1)).toEqual({ column: 0, row: 3 });
    expect(cellOf(1, 8)).toEqual({ column: 2, row: 1 });
    expect(cellOf(1, 4)).toBeNull();
  });
});

describe("the rate cards", () => {
  const cards = cardsShown(turn.view, turn.offers);

  it("are the posted ones, with both directions of each equation", () => {
    expect(cards.map((card) => card.number)).toEqual([7, 8]);
    expect(cards[0]?.equations).toHaveLength(5);
    expect(cards[0]?.equations[0]?.map((side) => side.action)).toEqual(["trade Y>BB", "trade BB>Y"]);
  });

  it("light exactly the trades that are offered", () => {
    const lit = cards.flatMap((card) => card.equations.flat()).filter((side) => side.isOffered);
    expect(lit.map((side) => side.action).sort()).toEqual(turn.offers.trade!.map(([action]) => action).sort());
  });

  it("number the way to a ware, also where one trade is made twice", () => {
    const reach = turn.more!.reach!;
    expect([...routeOf(reach[1]!)]).toEqual([
      ["trade R>WG", "1"],
      ["trade GG>WW", "2"],
    ]);
    expect([...routeOf(reach[2]!)]).toEqual([["trade BY>W", "1, 2"]]);
    expect([...routeOf(null)]).toEqual([]);
  });

  it("know the wares that a trade begins the way to", () => {
    expect([...openedBy({ returned: "B", taken: "GG" }, turn.more).keys()]).toEqual([1]);
    expect(openedBy(null, turn.more).size).toBe(0);
  });
});

describe("chosen tokens", () => {
  it("touch what they pay, and what they are part of", () => {
    expect(isTouched(countsOf("R"), "R")).toBe(true);
    expect(isTouched(countsOf("R"), "RBBG")).toBe(true);
    expect(isTouched(countsOf("RWG"), "WG")).toBe(true);
    expect(isTouched(countsOf("RW"), "RBBG")).toBe(false);
    expect(isTouched(countsOf(""), "R")).toBe(false);
  });
});

describe("the hand", () => {
  it("is one's own, and a spectator sees whoever is on turn", () => {
    expect(handBefore(turn.view, 1, {})).toBe(1);
    expect(handBefore(turn.view, null, {})).toBe(turn.view.seat);
  });

  it("is the neighbour's while one chooses what they send back", () => {
    const { view, offers, seat } = scene("back");
    expect(seat).toBe(view.actor);
    expect(handBefore(view, seat, offers)).toBe(view.seat);
    expect(askedBack(offers)).toBe(2);
    expect(offers.return!.map(([, , tokens]) => tokens)).toContain(tokensOf(countsOf("YB")));
    expect(total(handOf(view, view.seat))).toBe(12);
  });

  it("shows what a trade returns and takes", () => {
    const laid = laidOut(handOf(turn.view, 0), { kind: "trade", returned: "B", taken: "GG" });
    expect(laid.filter((token) => token.state === "leaves").map((token) => token.letter)).toEqual(["B"]);
    expect(laid.filter((token) => token.state === "comes").map((token) => token.letter)).toEqual(["G", "G"]);
    expect(laidOut(handOf(turn.view, 0), null)).toHaveLength(8);
  });

  it("knows what every kind of action changes", () => {
    expect(tokensOf(changeOf({ kind: "buy", ware: "RRWBG" }).out)).toBe("RRWBG");
    expect(tokensOf(changeOf({ kind: "return", tokens: "BY" }).out)).toBe("BY");
    expect(tokensOf(changeOf({ kind: "take", colour: "blue" }).in)).toBe("B");
    expect(total(changeOf({ kind: "roll" }).in) + total(changeOf({ kind: "pass" }).out)).toBe(0);
    expect(LETTERS.join("")).toBe("RWBGY");
    expect(isStarred("RRRRW")).toBe(true);
    expect(isStarred("RRWBG")).toBe(false);
  });
});

describe("what happened", () => {
  it("marks trades with their maker, and the stall whose ware is new with its buyer", () => {
    const marks = marksOf(turn.view, turn.recent);
    expect(marks.trades.get("trade W>RBBG")).toBe(0);
    expect(marks.trades.get("trade B>GGY")).toBe(1);
    expect([...marks.stalls]).toEqual([[3, 1]]);
  });

  it("marks the stall that a purchase emptied, and the last face of the die with its ply", () => {
    const { view, recent } = scene("star");
    const marks = marksOf(view, recent);
    expect(marks.stalls.get(1)).toBe(1);
    expect(marks.die).toEqual({ face: "yellow", ply: view.ply - 2 });
  });

  it("finds the places of a line of the log, each once", () => {
    expect(
      spacesOf(
        turn.recent.slice(-3).flatMap(({ events }) => events),
        turn.view,
      ),
    ).toEqual([
      { kind: "trade", action: "trade B>GGY" },
      { kind: "hand", seat: 1 },
      { kind: "stall", stall: 3 },
    ]);
    const roll = { kind: "die_rolled", seat: 0, face: "red" } as const;
    expect(spacesOf([roll, roll], turn.view)).toEqual([{ kind: "die" }]);
    expect(spacesOf([{ kind: "tokens_sent_back", seat: 0, owner: 1, tokens: "RW" }], turn.view)).toEqual([
      { kind: "hand", seat: 1 },
    ]);
    expect(spacesOf([{ kind: "nothing_bought", seat: 0 }], turn.view)).toEqual([]);
  });

  it("finds the place of an action that is suggested", () => {
    expect(spacesOf([{ kind: "take", text: "take green", colour: "green" }], turn.view)).toEqual([
      { kind: "bank", letter: "G" },
    ]);
    expect(spacesOf([{ kind: "roll", text: "roll" }], turn.view)).toEqual([{ kind: "die" }]);
    expect(spacesOf([{ kind: "buy", text: "buy WGGGY", ware: "WGGGY" }], turn.view)).toEqual([
      { kind: "stall", stall: 1 },
    ]);
    expect(spacesOf([{ kind: "pass", text: "pass" }], turn.view)).toEqual([]);
  });

  it("lets a ware and its tokens travel", () => {
    const [before, after] = [scene("before_purchase").view, scene("after_purchase").view];
    const flights = flightsOf(before, after);
    expect(flights.filter((flight) => flight.what === "ware")).toEqual([
      { what: "ware", ware: "RWGGY", from: "stall-2", to: "hand-0" },
    ]);
    expect(flights.filter((flight) => flight.what === "token").map((flight) => flight.to)).toEqual([
      "bank-R",
      "bank-W",
      "bank-G",
      "bank-G",
      "bank-Y",
    ]);
  });

  it("lets nothing travel when the game goes back or jumps", () => {
    const [before, after] = [scene("before_purchase").view, scene("after_purchase").view];
    expect(flightsOf(after, before)).toEqual([]);
    expect(flightsOf(before, { ...after, ply: after.ply + 40 })).toEqual([]);
  });
});

describe("the notation", () => {
  it("writes every action as the offers do", () => {
    for (const name of Object.keys(scenes) as (keyof typeof scenes)[]) {
      const { offers } = scene(name);
      const written = [
        ...(offers.roll ?? []).map(() => actionText({ kind: "roll" })),
        ...(offers.take ?? []).map(([, , colour]) => actionText({ kind: "take", colour })),
        ...(offers.trade ?? []).map(([, , returned, taken]) => actionText({ kind: "trade", returned, taken })),
        ...(offers.buy ?? []).map(([, , ware]) => actionText({ kind: "buy", ware })),
        ...(offers.pass ?? []).map(() => actionText({ kind: "pass" })),
        ...(offers.return ?? []).map(([, , tokens]) => actionText({ kind: "return", tokens })),
      ];
      expect(new Set(written)).toEqual(offeredTexts(offers));
    }
    expect(actionText({ kind: "take", colour: "red" })).toBe("take red");
  });
});

describe("tokens in a sentence", () => {
  it("are said in the reader's language", () => {
    expect(pieceLabel("tokens", "RRWG")).toBe("2 red, 1 white and 1 green");
    expect(pieceLabel("tokens", "B")).toBe("1 blue");
    language = "fr";
    const said = pieceLabel("tokens", "RRWG");
    language = "en";
    expect(said).toBe("2 rouges, 1 blanc et 1 vert");
  });
});
