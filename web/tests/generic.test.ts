// The board of a game that we know nothing of: its view as rows, its offers as groups.
import { describe, expect, test } from "vitest";
import { fieldsOf, groupsOf, textOf } from "../src/games/generic/model";

const WORDS = { yes: "Yes", no: "No", term: (word: string) => (word === "choose" ? "to choose" : word) };

describe("a view", () => {
  const view = { viewer: 0, ply: 7, actor: 1, phase: "choose", seat: 1, turn: 5, held: [12, 40], goal: 100 };

  test("has a row for each field, first those with a value for each seat where there is one", () => {
    expect(fieldsOf(view, 2)).toEqual([
      { name: "held", bySeat: [12, 40] },
      { name: "phase", value: "choose" },
      { name: "turn", value: 5 },
      { name: "goal", value: 100 },
    ]);
    expect(fieldsOf(view, 3)).toContainEqual({ name: "held", value: [12, 40] });
  });

  test("is read as text, whatever its fields hold", () => {
    const values = [null, "", [], true, 0, "choose", [1, 2], [[1, 2], [3]], { top: "RW", left: [4] }];
    expect(values.map((value) => textOf(value, WORDS))).toEqual([
      ...["–", "–", "–", "Yes", "0", "to choose", "1 2", "1 2, 3", "top RW, left 4"],
    ]);
  });
});

describe("offers", () => {
  test("stand by kind; kinds with one offer need no heading", () => {
    expect(groupsOf({ roll: [["roll", 0]], hold: [["hold", 5]] })).toEqual([
      {
        kind: "",
        choices: [
          { text: "roll", earns: 0 },
          { text: "hold", earns: 5 },
        ],
      },
    ]);
    const placed = [
      ["a1", 1, "a1"],
      ["b2", 0, "b2"],
    ] as [string, number, string][];
    expect(groupsOf({ place: placed, pass: [["pass", 0]] }).map((group) => group.kind)).toEqual(["", "place"]);
    expect(groupsOf({})).toEqual([]);
  });
});
