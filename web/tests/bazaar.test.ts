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
  offerOf,
  openedBy,
  returnText,
  routeOf,
  spaceOf,
  stallsShown,
  tokensOf,
  total,
  tradeOf,
  type BazaarMore,
} from "../src/games/bazaar/model";
import type { BazaarView, Happened, OfferShown } from "../src/wire";
import scenes from "./fixtures/bazaar.json";

interface Scene {
  view: BazaarView;
  offers: OfferShown[];
  more: BazaarMore | null;
  seat: number;
  recent: Happened[];
}

const scene = (name: keyof typeof scenes): Scene => scenes[name] as unknown as Scene;
const turn = scene("turn");

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
    expect(offerOf(offers, "pass")?.[1]).toBe(1);
    expect(offerOf(offers, "roll")).toBeNull();
  });

  it("do without what the server may not add", () => {
    const stalls = stallsShown(turn.view, [], null, handOf(turn.view, 1));
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
    const offered = turn.offers.map(([action]) => action).filter((action) => tradeOf(action));
    expect(lit.map((side) => side.action).sort()).toEqual([...offered].sort());
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
    expect([...openedBy("trade B>GG", turn.more).keys()]).toEqual([1]);
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
    expect(handBefore(turn.view, 1, [])).toBe(1);
    expect(handBefore(turn.view, null, [])).toBe(turn.view.seat);
  });

  it("is the neighbour's while one chooses what they send back", () => {
    const { view, offers, seat } = scene("back");
    expect(seat).toBe(view.actor);
    expect(handBefore(view, seat, offers)).toBe(view.seat);
    expect(askedBack(offers)).toBe(2);
    expect(offers.map(([action]) => action)).toContain(returnText(countsOf("YB")));
    expect(total(handOf(view, view.seat))).toBe(12);
  });

  it("shows what a trade returns and takes", () => {
    const laid = laidOut(handOf(turn.view, 0), "trade B>GG");
    expect(laid.filter((token) => token.state === "leaves").map((token) => token.letter)).toEqual(["B"]);
    expect(laid.filter((token) => token.state === "comes").map((token) => token.letter)).toEqual(["G", "G"]);
    expect(laidOut(handOf(turn.view, 0), null)).toHaveLength(8);
  });

  it("reads every kind of action", () => {
    expect(tokensOf(changeOf("buy RRWBG").out)).toBe("RRWBG");
    expect(tokensOf(changeOf("take blue").in)).toBe("B");
    expect(total(changeOf("roll").in) + total(changeOf("pass").out)).toBe(0);
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

  it("finds the place of an action of the log", () => {
    expect(spaceOf("show RWWWG", turn.view)).toEqual({ kind: "stall", stall: 3 });
    expect(spaceOf("buy GGGYY", turn.view)).toEqual({ kind: "hand", seat: 1 });
    expect(spaceOf("take green", turn.view)).toEqual({ kind: "bank", letter: "G" });
    expect(spaceOf("pass", turn.view)).toBeNull();
    expect(spaceOf(null, turn.view)).toBeNull();
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
