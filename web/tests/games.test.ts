import { describe, expect, test } from "vitest";
import { folderOf, loadPicture, loadPieces } from "../src/games";
import bazaar from "../src/games/bazaar/components.json";
import camps from "../src/games/desert_bazaar/components.json";
import desert from "../src/games/through_the_desert/components.json";

const SOURCES = {
  bazaar: Object.keys(bazaar.points),
  desert_bazaar: camps.sources,
  through_the_desert: desert.sources,
};

describe.each(Object.entries(SOURCES))("the folder of %s", (game, sources) => {
  const folder = folderOf(game)!;

  test("names the sources of points in the order of the view", () => {
    expect(Object.keys(folder.sources).slice(0, sources.length)).toEqual(sources);
  });

  test("has a word for each of its keys", () => {
    const words = [
      folder.about,
      ...[folder.sources, folder.ends, folder.options].flatMap((each) => Object.values(each)),
    ];
    for (const word of words) expect(word()).toMatch(/\S/);
  });
});

test("a game without a folder has no words, no pieces and no picture of ours", async () => {
  expect(folderOf("chess")).toBeUndefined();
  expect(await loadPieces("chess")).toBeNull();
  expect(await loadPicture("chess")).toBeNull();
});
