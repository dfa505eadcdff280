// What the board of Through the Desert shows, held against positions that the rules themselves have played.
import { describe, expect, it } from "vitest";
import components from "../src/games/through_the_desert/components.json";
import { heldBy } from "../src/games/through_the_desert/holdings";
import {
  SIZE,
  camelsOf,
  changesOf,
  choicesOf,
  distance,
  groundsOf,
  hexPath,
  landOf,
  linksOf,
  openTo,
  pilesOf,
  pointedSpaces,
  recentSpaces,
  wellsOf,
} from "../src/games/through_the_desert/model";
import { actionText } from "../src/games/through_the_desert/notation";
import { takenBack } from "../src/games/through_the_desert/board/motion";
import { following, walk } from "../src/games/through_the_desert/board/walk";
import type { DesertOffers, DesertView, Happened } from "../src/wire";
import positions from "./fixtures/through_the_desert.json";

interface Position {
  view: DesertView;
  offers: DesertOffers;
  recent: Happened[];
  seat: number;
}

const { leaders, before, after, over } = positions as unknown as Record<
  "leaders" | "before" | "after" | "over",
  Position
>;
const land = landOf(before.view);

describe("the land", () => {
  it("leaves the extension out with two players and holds all of it with four", () => {
    expect(land.spaces).toHaveLength(189);
    expect(landOf({ players: 4 }).spaces).toHaveLength(246);
    expect(land.by.has("r9")).toBe(false);
    expect(landOf({ players: 5 }).by.has("r9")).toBe(true);
  });

  it("has room for every hex in its box", () => {
    for (const { x, y } of land.spaces) {
      expect(x - SIZE / 2).toBeGreaterThan(land.box.x);
      expect(x + SIZE / 2).toBeLessThan(land.box.x + land.box.width);
      expect(y - SIZE / 2).toBeGreaterThan(land.box.y - SIZE);
      expect(y + SIZE / 2).toBeLessThan(land.box.y + land.box.height + SIZE);
    }
  });

  it("puts scenery on no space and on no mountain", () => {
    for (const whole of [land, landOf({ players: 4 })]) {
      const taken = [...whole.spaces, ...whole.mountains];
      expect(whole.beyond.length).toBeGreaterThan(5);
      for (const place of whole.beyond) {
        for (const other of taken) expect(Math.hypot(place.x - other.x, place.y - other.y)).toBeGreaterThan(SIZE * 0.8);
      }
    }
  });

  it("draws a hex with six corners", () => {
    expect(hexPath({ x: 0, y: 0 }).match(/[ML]/g)).toHaveLength(6);
  });

  it("counts the steps between two spaces", () => {
    const of = (name: string) => land.by.get(name)!;
    expect(distance(of("c5"), of("c5"))).toBe(0);
    for (const near of of("c5").near) expect(distance(of("c5"), of(near!))).toBe(1);
    expect(distance(of("a4"), of("c5"))).toBe(2);
    expect(distance(of("c1"), of("c9"))).toBe(8);
  });
});

describe("what stands where", () => {
  it("has every camel once, and a leader in each caravan", () => {
    const camels = camelsOf(before.view);
    const count = before.view.caravans.flat().reduce((sum, caravan) => sum + caravan.camels.length, 0);
    expect(camels.size).toBe(count);
    expect([...camels.values()].filter((camel) => camel.leads)).toHaveLength(10);
    expect(camels.get("o9")).toMatchObject({ seat: 1, colour: "blue", length: 5 });
  });

  it("links each camel to its caravan by one line between neighbours", () => {
    const links = linksOf(before.view, land);
    const caravans = before.view.caravans.flat().filter((caravan) => caravan.leader !== null);
    expect(links).toHaveLength(camelsOf(before.view).size - caravans.length);
    for (const { from, to } of links) expect(from.near).toContain(to.name);
  });

  it("shows water until a camel or an area has taken it", () => {
    const wells = wellsOf(after.view, land).map((well) => well.space);
    const grounds = groundsOf(after.view, land);
    expect(wells.length).toBeGreaterThan(0);
    expect(wells.length).toBeLessThan(after.view.water.length);
    for (const space of wells) expect(grounds.get(space)!.kind).toBe("water");
    expect(grounds.get("p8")).toEqual({ kind: "area", owner: 1 });
    expect(grounds.get(after.view.oases[0]!)).toMatchObject({ kind: "oasis" });
    expect(grounds.size).toBe(land.spaces.length);
  });
});

describe("what may be chosen", () => {
  it("offers each placement at its space with what it earns", () => {
    const choices = choicesOf(before.offers);
    expect([...choices.values()].flat()).toHaveLength(before.offers.place!.length);
    expect(choices.get("o10")).toContainEqual({ colour: "blue", earns: 7, action: "blue o10" });
    expect(choicesOf({ pass: [["pass", 0]] }).size).toBe(0);
  });

  it("writes a placement as the offers do", () => {
    for (const [action, , colour, space] of before.offers.place!)
      expect(actionText({ kind: "place", colour, space })).toBe(action);
  });

  it("keeps to the chosen colour", () => {
    const open = openTo(choicesOf(before.offers), "blue");
    const blue = before.offers.place!.filter(([, , colour]) => colour === "blue");
    expect([...open.keys()].sort()).toEqual(blue.map(([, , , space]) => space).sort());
    expect([...open.values()].flat().every((choice) => choice.colour === "blue")).toBe(true);
  });

  it("shows piles with what is left, what is open and what is low", () => {
    const piles = pilesOf(before.view, choicesOf(before.offers), before.seat);
    expect(piles.map((pile) => pile.left)).toEqual(before.view.piles);
    expect(piles.map((pile) => pile.full)).toEqual([22, 22, 22, 22, 22]);
    expect(piles[0]).toMatchObject({ colour: "blue", state: "plenty", most: 7, leader: false });
    expect(pilesOf(over.view, new Map(), 0).map((pile) => pile.state)).toContain("empty");
  });

  it("knows the leaders that wait", () => {
    const piles = pilesOf(leaders.view, choicesOf(leaders.offers), leaders.seat);
    expect(piles.filter((pile) => pile.leader).map((pile) => pile.colour)).toEqual(leaders.view.leaders[leaders.seat]);
  });
});

describe("what changed", () => {
  it("finds the camel that came and the area it closed, nearest spaces first", () => {
    const { camels, areas } = changesOf(before.view, after.view, land);
    expect(camels).toEqual([{ space: "o10", seat: 1, colour: "blue", leads: false, length: 6 }]);
    expect([...areas.keys()].sort()).toEqual(["p10", "p8", "p9", "q8", "q9", "r7", "r8"]);
    expect(areas.get("p10")).toBe(1);
    expect(areas.get("r7")).toBeGreaterThan(1);
  });

  it("finds the camel that is taken back, and none when the game goes on", () => {
    expect(takenBack(after.view, before.view, land).map((camel) => camel.space)).toEqual(["o10"]);
    expect(takenBack(before.view, after.view, land)).toEqual([]);
  });

  it("finds nothing between a view and itself", () => {
    const { camels, areas } = changesOf(after.view, after.view, land);
    expect(camels).toHaveLength(0);
    expect(areas.size).toBe(0);
  });

  it("marks the last placements, the last one first", () => {
    expect(recentSpaces(after.recent)[0]).toBe("o10");
    expect(recentSpaces([{ actor: -1, action: "water f5 3", events: [], at: 0 }])).toEqual([]);
  });

  it("points at every space of a line, at what a hint places, and at the palm trees", () => {
    const turn = after.recent.filter(({ actor }) => actor === 0).flatMap(({ events }) => events);
    expect(pointedSpaces(turn)).toEqual(["m9", "m10"]);
    expect(pointedSpaces([{ kind: "place", text: "pink f4", colour: "pink", space: "f4" }])).toEqual(["f4"]);
    expect(pointedSpaces([{ kind: "palms_planted", spaces: ["b8", "d3"] }])).toEqual(["b8", "d3"]);
    expect(pointedSpaces([{ kind: "passed", seat: 0 }])).toEqual([]);
  });
});

describe("walking", () => {
  it("keeps to the row and the column", () => {
    expect(walk(land, "c5", "ArrowRight")).toBe("d5");
    expect(walk(land, "c5", "ArrowUp")).toBe("c4");
  });

  it("goes to a neighbour in each slanted direction", () => {
    for (const key of ["Home", "End", "PageUp", "PageDown"]) {
      for (const from of ["c5", "d5"]) expect(land.by.get(from)!.near).toContain(walk(land, from, key));
    }
    expect(walk(land, walk(land, "c5", "Home"), "PageDown")).toBe("c5");
  });

  it("steps over the mountains, and stays where the map ends", () => {
    expect(walk(land, "f6", "ArrowDown")).toBe("f9");
    expect(walk(land, "c1", "ArrowUp")).toBe("c1");
    expect(walk(land, "r5", "ArrowRight")).toBe("r5");
  });

  it("leads to every space", () => {
    const reached = new Set(["c5"]);
    for (const name of reached) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) reached.add(walk(land, name, key));
    }
    expect(reached.size).toBe(land.spaces.length);
  });

  it("goes around the open spaces", () => {
    expect(following(["a3", "b4"], null, 1)).toBe("a3");
    expect(following(["a3", "b4"], "b4", 1)).toBe("a3");
    expect(following(["a3", "b4"], "a3", -1)).toBe("b4");
    expect(following([], "a3", 1)).toBeNull();
  });
});

describe("what a player holds", () => {
  it("adds up to the points of the view", () => {
    for (const { view } of [before, after, over]) {
      view.scores.forEach((score, seat) => {
        const held = heldBy(view, seat);
        const water = held.water!.reduce((sum, { value, count }) => sum + value * count, 0);
        expect(water).toBe(view.points[0]![seat]);
        expect(held.oases * components.oasis_points).toBe(view.points[1]![seat]);
        expect(held.points!.reduce((sum, { points }) => sum + points, 0)).toBe(score);
      });
    }
  });

  it("marks the largest caravans, alone or tied", () => {
    const ranks = heldBy(over.view, 0).caravans.map((caravan) => caravan.rank);
    expect(ranks).toEqual(["", "", "largest", "tied", "largest"]);
  });

  it("keeps face down what lies face down", () => {
    const hidden = { ...after.view, points: after.view.points.map((row) => row.map((n, k) => (k === 1 ? null : n))) };
    expect(heldBy(hidden, 1)).toMatchObject({ water: null, points: null });
    expect(heldBy(hidden, 1).markers).toBeGreaterThan(0);
    expect(heldBy(hidden, 0).water).not.toBeNull();
  });

  it("has the leaders that are still to place", () => {
    expect(heldBy(leaders.view, 1).leaders).toEqual(["blue", "green", "pink", "yellow"]);
  });
});
