// What Desert Bazaar's board shows, from views and offers of games that were really played.
import { describe, expect, it } from "vitest";
import { FRAME, outline, PLACES, walk } from "../src/games/desert_bazaar/board/geometry";
import * as shown from "../src/games/desert_bazaar/model";
import { actionText } from "../src/games/desert_bazaar/notation";
import { cardsWords, pieceLabel, shareWords, spaceWords, tileWords } from "../src/games/desert_bazaar/words";
import { overwriteGetLocale, type Locale } from "../src/paraglide/runtime";
import type { CampOffers, CampView, Happened, SeatShown } from "../src/wire";
import fixtures from "./fixtures/desert_bazaar.json";

interface Moment {
  view: CampView;
  offers: CampOffers;
  seats: SeatShown[];
  seat: number;
  recent: Happened[];
}

const { begin, pay, collect, naming, over, waits } = fixtures as unknown as Record<keyof typeof fixtures, Moment>;

let language: Locale = "en";
overwriteGetLocale(() => language);

function inFrench(said: () => string): string {
  language = "fr";
  try {
    return said();
  } finally {
    language = "en";
  }
}

describe("the map", () => {
  const spaces = shown.spacesOf(begin.view, begin.offers, "C:SSP", begin.recent);

  it("has every space once, with what stands there", () => {
    expect(spaces.size).toBe(91);
    expect([...spaces.values()].filter((space) => space.tile !== null)).toHaveLength(begin.view.tents.length);
    expect(spaces.get("f8")).toMatchObject({ tile: "S:SCC", owner: 0, room: false, here: null });
  });

  it("shows what the chosen tile costs, as the offers say, and nothing where it cannot be built", () => {
    expect(spaces.get("h9")!.here).toMatchObject({ action: "build C:SSP h9", price: "", usual: false });
    expect(spaces.get("g8")!.here).toMatchObject({ price: "P", earns: 0 });
    expect(spaces.get("g6")).toMatchObject({ room: false, tile: null, here: null });
    const offered = begin.offers.build!.filter(([, , tile]) => tile === "C:SSP").length;
    expect([...spaces.values()].filter((space) => space.here !== null)).toHaveLength(offered);
  });

  it("keeps the usual price quiet, never a free space", () => {
    const quiet = [...spaces.values()].flatMap((space) => (space.here?.usual ? [space.here.price] : []));
    expect(new Set(quiet)).toEqual(new Set(["SSP"]));
  });

  it("keeps nothing quiet where a few spaces are all that there are", () => {
    type Build = NonNullable<CampOffers["build"]>;
    const alike = [...PLACES.keys()].map((name): Build[0] => [`build W:SSC ${name}`, 2, "W:SSC", name, "SSC"]);
    const isQuiet = (build: Build) => [...shown.pricesOf({ build }, "W:SSC").values()].map((here) => here.usual);
    expect(new Set(isQuiet(alike))).toEqual(new Set([true]));
    expect(new Set(isQuiet(alike.slice(0, 12)))).toEqual(new Set([false]));
  });

  it("marks where something is free as long as no tile is chosen", () => {
    const plain = shown.spacesOf(begin.view, begin.offers, null, begin.recent);
    expect([...plain.values()].filter((space) => space.free).map((space) => space.name)).toEqual(["h9"]);
    expect([...spaces.values()].some((space) => space.free)).toBe(false);
  });

  it("lights up what can be chosen", () => {
    const lit = (chosen: string | null, builds: boolean) =>
      [...shown.spacesOf(begin.view, begin.offers, chosen, begin.recent, builds).values()]
        .filter((space) => space.open)
        .map((space) => space.name);
    expect(lit("C:SSP", true).sort()).toEqual([...shown.pricesOf(begin.offers, "C:SSP").keys()].sort());
    expect(lit(null, true).sort()).toEqual([...begin.view.room].sort());
    expect(lit(null, false)).toEqual([]);
  });

  it("marks the tents raised since the last look", () => {
    expect(shown.raisedIn(begin.recent, begin.view)).toEqual(new Set(["f2", "b11", "c11"]));
  });

  it("shows the tile that is placed and not paid for", () => {
    const site = shown.spacesOf(pay.view, pay.offers, null, pay.recent).get("f5");
    expect(site).toMatchObject({ tile: "C:SCW", unpaid: true, owner: null });
  });

  it("knows encampments that are full", () => {
    const camps = shown.campsOf(begin.view);
    expect(camps.filter((camp) => camp.full)).toHaveLength(1);
    expect(Math.max(...camps.map((camp) => camp.size))).toBe(7);
  });

  it("lists what can be built on a space, the cheapest first", () => {
    const builds = shown.buildsAt(begin.offers, "h9");
    expect(builds[0]).toMatchObject({ price: "" });
    expect(builds.map((build) => build.price.length)).toEqual(builds.map((build) => build.price.length).sort());
  });
});

describe("geometry", () => {
  it("walks across the map by arrow keys and back, and stops at its edge", () => {
    expect(walk("f6", "ArrowUp")).toBe("f5");
    expect(walk(walk("f6", "ArrowRight")!, "ArrowLeft")).toBe("f6");
    expect(walk(walk("e6", "ArrowRight")!, "ArrowLeft")).toBe("e6");
    expect(walk("f1", "ArrowUp")).toBeNull();
    expect(walk("f6", "Enter")).toBeNull();
  });

  it("draws one line around an encampment, and two around a ring", () => {
    const ring = PLACES.get("f6")!.near as string[];
    expect(outline(["f6"]).match(/L/g)).toHaveLength(5);
    expect(outline(["f6", ...ring]).match(/M/g)).toHaveLength(1);
    expect(outline(ring).match(/M/g)).toHaveLength(2);
  });

  it("has every space within its frame", () => {
    for (const { x, y } of PLACES.values()) {
      expect(Math.abs(x) + 50).toBeLessThan(FRAME.width / 2);
      expect(Math.abs(y) + 43).toBeLessThan(FRAME.height / 2);
    }
  });
});

describe("tiles", () => {
  it("lie on two sides of four, with the lowest price offered", () => {
    const tiles = shown.tilesOf(begin.view, begin.offers);
    expect(tiles.map((side) => side.length)).toEqual([4, 4]);
    expect(tiles[1]![0]).toMatchObject({ tile: "C:SSP", open: true, least: "" });
    expect(tiles.flat().every((tile) => tile.open)).toBe(true);
  });

  it("are out of reach for whoever is not asked", () => {
    const tiles = shown.tilesOf(waits.view, waits.offers).flat();
    expect(tiles.some((tile) => tile.open)).toBe(false);
    expect(tiles.every((tile) => tile.least === null)).toBe(true);
  });
});

describe("choices", () => {
  it("are read from the offers by kind", () => {
    expect(shown.choicesOf(begin.offers)).toMatchObject({ rolls: ["S", "C", "P", "W"], bareRoll: null, done: null });
    expect(shown.choicesOf(collect.offers)).toMatchObject({ collects: ["S", "C", "P", "W"], keeps: ["S", "W", "*"] });
    expect(shown.choicesOf(naming.offers).names).toHaveLength(10);
    expect(shown.choicesOf({ roll: [["roll", 0, null]], done: [["done", 0]], pay: [["pay -", 0, ""]] })).toMatchObject({
      rolls: [],
      bareRoll: "roll",
      done: "done",
      pays: [""],
    });
    expect(shown.isAsked(begin.offers)).toBe(true);
    expect(shown.isAsked(waits.offers)).toBe(false);
  });

  it("group payments by size, and name what neighbours give", () => {
    const { pays } = shown.choicesOf(pay.offers);
    expect(shown.paymentsBySize(pays).map(({ size, pays }) => [size, pays.length])).toEqual([
      [3, 2],
      [4, 1],
      [6, 1],
    ]);
    expect(pays).toContain(pay.view.payment);
    expect(shown.unpaidUnits("SCW", "W")).toBe("SC");
    expect(shown.unpaidUnits("SCW", "")).toBe("SCW");
    expect(shown.unpaidUnits("SCW", "PPP")).toBeNull();
    expect(shown.textOf(shown.countsOf("WSPS"))).toBe("SSPW");
  });
});

describe("dice", () => {
  it("are those of the view, or else the last that fell", () => {
    expect(shown.rollOf(collect.view, collect.recent)).toMatchObject({ dice: "SW*", kept: null, seat: 0 });
    expect(shown.rollOf(begin.view, begin.recent)).toMatchObject({ dice: "S", kept: "*", seat: 2 });
    expect(shown.rollOf(begin.view, [])).toBeNull();
  });

  it("count for a resource when they show it or a wild", () => {
    const roll = shown.rollOf(collect.view, [])!;
    expect(shown.countingDice(roll, "S")).toBe("S*");
    expect(shown.countingDice(roll, "C")).toBe("*");
  });
});

describe("cards", () => {
  it("are in the pile, with the viewer, or with the others", () => {
    const shares = shown.sharesOf(begin.view, 0);
    expect(shares[0]).toMatchObject({ letter: "S", pile: 7, own: 4, others: 4, bySeat: null, leader: null });
    expect(shares[1]).toMatchObject({ pile: 12, own: 2, others: 1, leader: 0 });
  });

  it("lie open at the end, and a tie leads nowhere", () => {
    const shares = shown.sharesOf(over.view, 0);
    expect(shares.map((share) => share.leader)).toEqual([1, 0, 4, null]);
    expect(shares[0]!.bySeat).toEqual([0, 4, 1, 0, 0]);
  });
});

describe("what moved", () => {
  it("is a tent from its tile to its space, and cards between pile and hand", () => {
    const after = {
      ...begin.view,
      ply: begin.view.ply + 2,
      tents: [...begin.view.tents, { space: "g8", tile: "C:SSP", owner: 0 }],
      hands: [[4, 2, 0, 3], null, null],
    };
    expect(shown.journeys(begin.view, after, 0)).toEqual([
      { what: "tent", tile: "C:SSP", space: "g8", from: "tile 1 0", to: "space g8" },
      { what: "card", letter: "P", from: "hand P", to: "pile P" },
    ]);
    expect(shown.journeys(after, begin.view, 0)).toEqual([]);
  });

  it("is all that a line of the log points at", () => {
    const turn = begin.recent.filter(({ actor }) => actor === 1).flatMap(({ events }) => events);
    expect(shown.pointedAt(turn)).toEqual({
      spaces: ["f2", "b11", "c11"],
      tiles: ["S:SCW", "C:CPW", "C:CCW"],
      letters: "SSWWWWW",
      dice: false,
    });
    expect(shown.pointedAt([{ kind: "cards_taken", seat: 0, resource: "water", number: 2 }])).toMatchObject({
      letters: "W",
      dice: true,
    });
    expect(shown.pointedAt([{ kind: "extra_card_taken", seat: 0, resource: "water" }])).toMatchObject({
      letters: "W",
      dice: false,
    });
    expect(shown.pointedAt([{ kind: "tile_turned", side: 1, tile: "W:SSC" }])).toMatchObject({ tiles: ["W:SSC"] });
    expect(shown.pointedAt([])).toEqual({ spaces: [], tiles: [], letters: "", dice: false });
  });

  it("is what a suggested action is about", () => {
    const build = { kind: "build", text: "build C:SSP g8", tile: "C:SSP", space: "g8" } as const;
    expect(shown.pointedAt([build])).toMatchObject({ spaces: ["g8"], tiles: ["C:SSP"] });
    const roll = { kind: "roll", text: "roll spice", free: "spice" } as const;
    expect(shown.pointedAt([roll])).toMatchObject({ letters: "P", dice: true });
  });

  it("is the button that plays what a lesson points at, if it is offered", () => {
    const offers: CampOffers = {
      pay: [["pay P", 0, "P"]],
      roll: [["roll spice", 0, "spice"]],
      build: [["build C:SSP g8", 0, "C:SSP", "g8", "P"]],
    };
    const pay = { kind: "pay", text: "pay P", cards: "P" } as const;
    expect(shown.buttonAt([pay], offers)).toBe("pay P");
    expect(shown.buttonAt([{ kind: "roll", text: "roll spice", free: "spice" }], offers)).toBe("roll spice");
    expect(shown.buttonAt([{ ...pay, text: "pay S", cards: "S" }], offers)).toBeNull();
    const build = { kind: "build", text: "build C:SSP g8", tile: "C:SSP", space: "g8" } as const;
    expect(shown.buttonAt([build], offers)).toBeNull();
    expect(shown.buttonAt([{ kind: "tile_paid", seat: 0, cards: "P" }], offers)).toBeNull();
  });
});

describe("the notation", () => {
  it("writes every action as the offers do", () => {
    const both = (text: string, ours: string): [string, string] => [text, ours];
    const written = (offers: CampOffers): [string, string][] => [
      ...(offers.name ?? []).map(([text, , cards]) => both(text, actionText({ kind: "name", cards }))),
      ...(offers.roll ?? []).map(([text, , free]) => both(text, actionText({ kind: "roll", free }))),
      ...(offers.collect ?? []).map(([text, , resource]) => both(text, actionText({ kind: "collect", resource }))),
      ...(offers.keep ?? []).map(([text, , face]) => both(text, actionText({ kind: "keep", face }))),
      ...(offers.build ?? []).map(([text, , tile, space]) => both(text, actionText({ kind: "build", tile, space }))),
      ...(offers.pay ?? []).map(([text, , cards]) => both(text, actionText({ kind: "pay", cards }))),
    ];
    for (const { offers } of [begin, pay, collect, naming]) {
      expect(written(offers)).toHaveLength(Object.values(offers).flat().length);
      for (const [text, ours] of written(offers)) expect(ours).toBe(text);
    }
    expect(actionText({ kind: "roll", free: null })).toBe("roll");
    expect(actionText({ kind: "pay", cards: "" })).toBe("pay -");
    expect(actionText({ kind: "done" })).toBe("done");
  });
});

describe("words", () => {
  const spaces = shown.spacesOf(begin.view, begin.offers, "C:SSP", begin.recent);

  it("say what stands on a space and what a tent costs there, in both languages", () => {
    const said = () => spaceWords(spaces.get("g8")!, begin.seats, "C:SSP");
    expect(said()).toBe("g8: room for a tent. The camel tent here costs 1 spice.");
    expect(inFrench(said)).toBe("g8\u202f: place pour une tente. La tente à chameaux coûte ici 1 carte épice.");
    expect(spaceWords(spaces.get("h9")!, begin.seats, "C:SSP")).toContain("free here");
    expect(spaceWords(spaces.get("f8")!, begin.seats, "C:SSP")).toContain("silk tent of Ada");
  });

  it("count cards", () => {
    expect(cardsWords("SSC")).toBe("2 silk and 1 camel");
    expect(inFrench(() => cardsWords("SSCCW"))).toBe("2 cartes soie, 2 cartes chameau et 1 carte eau");
    expect(tileWords("W:SSC")).toBe("water tent for 2 silk and 1 camel");
  });

  it("say the pieces in a sentence", () => {
    expect(pieceLabel("dice", "SC*")).toBe("silk, camel and wild");
    expect(pieceLabel("dice", "S-")).toBe("silk and desert");
    expect(pieceLabel("cards", "PPW")).toBe("2 spice and 1 water");
    expect(pieceLabel("tile", "W:SSC")).toBe("water tent for 2 silk and 1 camel");
    expect(inFrench(() => pieceLabel("dice", "SC*"))).toBe("soie, chameau et au choix");
    expect(inFrench(() => pieceLabel("tile", "P:SSC"))).toBe("tente à épices pour 2 cartes soie et 1 carte chameau");
  });

  it("say where cards are, as far as the viewer sees", () => {
    const [silk, camel] = shown.sharesOf(begin.view, 0);
    expect(shareWords(silk!, begin.seats, 0)).toBe("silk: 7 in the pile, 4 yours, 4 with the others.");
    expect(shareWords(camel!, begin.seats, 0)).toContain("You surely hold the most.");
  });
});
