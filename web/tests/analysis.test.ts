// The analysis in a replay, worked out by pure functions: what a ply changed, and the chart's shapes.
import { describe, expect, test } from "vitest";
import {
  betterMove,
  changesOf,
  joined,
  luckiest,
  percent,
  sharePoints,
  sharesAt,
  signedPercent,
} from "../src/model/analysis";
import { BEGINNER, nextPuzzle, readScore, scored } from "../src/model/puzzles";
import { mistakesOf, readVariation, retryPath, undone, variationPath, type Variation } from "../src/model/variation";
import { bandLabels, bandPaths, borderPaths, plyAt, type Field } from "../src/model/shareChart";
import type { AnalysedMove, AnalysedPly, AnalysisShown } from "../src/wire";

const move = (action: string): AnalysedMove => ({
  action,
  points: { text: action } as AnalysedMove["points"],
  advice: { kind: "place", action } as unknown as AnalysedMove["advice"],
  shares: [0.5, 0.5],
  loss: 0,
  error: 0,
  line: [action],
});
const decision = (ply: number, change: Partial<AnalysedPly> = {}): AnalysedPly => ({
  ply,
  actor: 0,
  before: [0.6, 0.4],
  after: [0.4, 0.6],
  loss: 0.2,
  gifts: [0, 0.2],
  grade: "blunder",
  best: [move("a"), move("b")],
  ...change,
});
const shown = (plies: AnalysedPly[], change: Partial<AnalysisShown> = {}): AnalysisShown => ({
  state: "running",
  done: plies.length,
  total: 9,
  plies,
  seats: null,
  turning_points: [],
  ...change,
});

describe("an analysis", () => {
  test("grows by what is sent, from where it was asked for", () => {
    const first = shown([decision(3), decision(4)]);
    const plies = joined(first, shown([decision(5)]), 2).plies.map(({ ply }) => ply);
    expect(plies).toEqual([3, 4, 5]);
    expect(joined(first, shown([decision(4, { loss: 0.5 })]), 1).plies.map(({ loss }) => loss)).toEqual([0.2, 0.5]);
    expect(joined(null, first, 0)).toEqual(first);
  });

  test("has the shares of each board from the end of the setup on", () => {
    const plies = [decision(3), decision(4, { after: [0.1, 0.9] })];
    expect(sharePoints(plies)).toEqual([
      { at: 3, shares: [0.6, 0.4] },
      { at: 4, shares: [0.4, 0.6] },
      { at: 5, shares: [0.1, 0.9] },
    ]);
    expect(sharesAt(plies, 4)).toEqual([0.4, 0.6]);
    expect(sharesAt(plies, 2)).toBeNull();
    expect(sharePoints([])).toEqual([]);
  });

  test("tells what a move changed, the one who moved first, and no trifles", () => {
    const changes = changesOf(decision(3, { actor: 1, loss: 0.1, gifts: [0.098, 0, 0.002] }));
    expect(changes).toEqual([
      { seat: 1, by: -0.1 },
      { seat: 0, by: 0.098 },
    ]);
    const { loss: _, gifts: __, ...chance } = decision(3, { actor: -1, luck: [-0.05, 0.05] });
    expect(changesOf(chance).map(({ by }) => by)).toEqual([-0.05, 0.05]);
  });

  test("names a better move only where the one played was flawed", () => {
    expect(betterMove(decision(3), "b")?.action).toBe("a");
    expect(betterMove(decision(3, { grade: "good" }), "b")).toBeNull();
    expect(betterMove(decision(3, { best: [move("b")] }), "b")).toBeNull();
  });

  test("says for whom chance was most", () => {
    expect(luckiest([0.1, -0.04, -0.06])).toEqual({ seat: 0, by: 0.1 });
    expect(luckiest([0.02, -0.1, 0.08])).toEqual({ seat: 1, by: -0.1 });
    expect(luckiest([-0.1, 0.1])).toEqual({ seat: 1, by: 0.1 });
    expect(luckiest([0, 0])).toBeNull();
  });

  test("writes shares with a true minus, and zero without a sign", () => {
    expect(percent(0.384, "en")).toBe("38%");
    expect(signedPercent(-0.031, "en")).toBe("−3%");
    expect(signedPercent(0.08, "en")).toBe("+8%");
    expect(signedPercent(0, "en")).toBe("0%");
    expect(signedPercent(-0.031, "fr").replace(/\s/g, " ")).toBe("−3 %");
  });
});

describe("the chart", () => {
  const field: Field = { width: 100, height: 50, from: 10, to: 20 };
  const points = [
    { at: 10, shares: [0.5, 0.5] },
    { at: 20, shares: [1, 0] },
  ];

  test("stacks a band for each seat, which fill its height", () => {
    expect(bandPaths(points, field)).toEqual([
      "M0.0 0.0L100.0 0.0L100.0 50.0L0.0 25.0Z",
      "M0.0 25.0L100.0 50.0L100.0 50.0L0.0 50.0Z",
    ]);
    expect(borderPaths(points, field)).toEqual(["M0.0 25.0L100.0 50.0"]);
    expect(bandPaths([], field)).toEqual([]);
  });

  test("goes to the ply that is pointed at, and no further than its edges", () => {
    expect(plyAt(field, 52)).toBe(15);
    expect(plyAt(field, -30)).toBe(10);
    expect(plyAt(field, 400)).toBe(20);
  });

  test("puts a sign only into a band with room for it", () => {
    const narrow = [0, 1, 2].map((k) => ({ at: 10 + 5 * k, shares: [0.95, 0.05] }));
    expect(bandLabels(narrow, field, 20).map(({ seat }) => seat)).toEqual([0]);
    const [label] = bandLabels(narrow, field, 20);
    expect(label).toEqual({ seat: 0, x: 50, y: 23.75 });
  });
});

describe("a variation", () => {
  const variation: Variation = {
    origin: { table: "t1", ply: 31 },
    actions: ["trade R>WW", "buy RRWBG; x&y"],
    seat: 1,
    bots: "trader",
    isRetry: false,
  };
  const read = (path: string, place: { table: string } | { game: string }) =>
    readVariation(place, new URLSearchParams(path.split("?")[1]));

  test("is all in its address", () => {
    expect(read(variationPath(variation), { table: "t1" })).toEqual(variation);
    const board: Variation = {
      origin: { game: "bazaar", players: 4, seed: 9 },
      actions: ["roll"],
      seat: null,
      bots: "",
      isRetry: false,
    };
    expect(variationPath(board)).toBe("/analysis/bazaar?players=4&seed=9&a=roll");
    expect(read(variationPath(board), { game: "bazaar" })).toEqual(board);
    expect(retryPath("t1", { ply: 7, actor: 2 })).toBe("/variation/t1?ply=7&seat=2&retry=");
    expect(read(retryPath("t1", { ply: 7, actor: 2 }), { table: "t1" })).toMatchObject({ seat: 2, isRetry: true });
  });

  test("has sensible values where an address was written by hand", () => {
    const found = read("?ply=-4&bots=master&a=roll", { table: "t1" });
    expect(found).toEqual({ ...variation, origin: { table: "t1", ply: 0 }, actions: ["roll"], seat: null, bots: "" });
    expect(read("?players=many", { game: "bazaar" }).origin).toEqual({ game: "bazaar", players: 2, seed: 0 });
  });

  test("loses a player's last move, and what was played after it", () => {
    expect(undone(["a", "b", "c"], [0, 1, 2], null)).toEqual(["a", "b"]);
    expect(undone(["a", "b", "c"], [0, 1, 2], 0)).toEqual([]);
    expect(undone(["a", "b", "c", "d"], [0, 1, 0, 1], 0)).toEqual(["a", "b"]);
    expect(undone([], [], null)).toEqual([]);
    expect(undone(["b"], [1], 0)).toEqual([]);
  });

  test("goes through the flawed moves of one player", () => {
    const plies = [decision(3), decision(4, { actor: 1 }), decision(5, { grade: "good" }), decision(6, { grade: "" })];
    expect(mistakesOf(plies, 0).map(({ ply }) => ply)).toEqual([3]);
  });
});

describe("puzzles", () => {
  const puzzles = [
    { id: "a", rating: 900 },
    { id: "b", rating: 1050 },
    { id: "c", rating: 1400 },
  ];

  test("move the rating by how hard they are, at the first try only", () => {
    const hard = scored(BEGINNER, puzzles[2]!, true);
    const easy = scored(BEGINNER, puzzles[0]!, true);
    expect(hard.rating).toBeGreaterThan(easy.rating);
    expect(easy.rating).toBeGreaterThan(BEGINNER.rating);
    expect(scored(BEGINNER, puzzles[0]!, false).rating).toBeLessThan(BEGINNER.rating);
    expect(scored(easy, puzzles[0]!, false)).toEqual(easy);
  });

  test("count those in a row", () => {
    const two = scored(scored(BEGINNER, puzzles[0]!, true), puzzles[1]!, true);
    expect([two.streak, two.best]).toEqual([2, 2]);
    const lost = scored(two, puzzles[2]!, false);
    expect([lost.streak, lost.best]).toEqual([0, 2]);
  });

  test("come by the rating: new ones, then those that went wrong, then all", () => {
    expect(nextPuzzle(puzzles, BEGINNER)?.id).toBe("b");
    const one = scored(BEGINNER, puzzles[1]!, true);
    expect(nextPuzzle(puzzles, one, "b")?.id).toBe("a");
    const all = scored(scored(one, puzzles[0]!, false), puzzles[2]!, true);
    expect(nextPuzzle(puzzles, all, "c")?.id).toBe("a");
    expect(nextPuzzle(puzzles.slice(1, 2), one, "b")?.id).toBe("b");
    expect(nextPuzzle([], BEGINNER)).toBeNull();
  });

  test("begin anew where what was kept cannot be read", () => {
    for (const text of [null, "", "{", "[]", '{"rating":"x"}', "null"]) expect(readScore(text)).toEqual(BEGINNER);
    expect(readScore(JSON.stringify({ ...BEGINNER, rating: 1200 })).rating).toBe(1200);
  });
});
