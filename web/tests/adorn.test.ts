// Letters in sentences become pieces; words, names and spaces stay as they are.
import { describe, expect, it } from "vitest";
import { inWords, tied, type Adorn } from "../src/games/adorned";
import { adorn as bazaar } from "../src/games/bazaar/adorn";
import { adorn as camps } from "../src/games/desert_bazaar/adorn";
import { typeset } from "../src/model/typeset";
import { overwriteGetLocale, type Locale } from "../src/paraglide/runtime";

let language: Locale = "en";
overwriteGetLocale(() => language);

/** The pieces as kind and code: "dice SC*". */
function pieces(adorn: Adorn, sentence: string, names: readonly string[] = []): string[] {
  const parts = adorn(sentence, names);
  expect(parts.map((part) => (typeof part === "string" ? part : part.code)).join("")).toBe(sentence);
  return parts.flatMap((part) => (typeof part === "string" ? [] : [`${part.kind} ${part.code}`]));
}

describe("Desert Bazaar", () => {
  it("shows dice as dice, cards as cards and tiles as tiles", () => {
    expect(pieces(camps, "Your turn: the dice show SC*. Choose what the wild stands for.")).toEqual(["dice SC*"]);
    expect(pieces(camps, "À vous : dés SCP. Prenez des cartes, ou gardez un dé et relancez.")).toEqual(["dice SCP"]);
    expect(pieces(camps, "Amina rolls CW-.", ["Amina"])).toEqual(["dice CW-"]);
    expect(pieces(camps, "Amina rolls --, which gives nothing.", ["Amina"])).toEqual(["dice --"]);
    expect(pieces(camps, "Amina rolls -, which gives nothing.", ["Amina"])).toEqual(["dice -"]);
    expect(pieces(camps, "Amina garde *.", ["Amina"])).toEqual(["dice *"]);
    expect(pieces(camps, "Amina pays PPW, scores 2 points for a tent alone.", ["Amina"])).toEqual(["cards PPW"]);
    expect(pieces(camps, "Your turn: pay for W:CPP on a7.")).toEqual(["tile W:CPP"]);
    expect(pieces(camps, "New on side 1: S:CCW and P:SWW.")).toEqual(["tile S:CCW", "tile P:SWW"]);
    expect(pieces(camps, "Nouveau du côté 1 : S:CCW et P:SWW.")).toEqual(["tile S:CCW", "tile P:SWW"]);
    expect(pieces(camps, "The cost is CPP, of which the neighbours can give P: to pay W is too little.")).toEqual([
      "cards CPP",
      "cards P",
      "cards W",
    ]);
  });

  it("leaves words alone", () => {
    expect(pieces(camps, "C'est à vous : payez la tuile. S’il reste un jeton - ou deux.")).toEqual([]);
    expect(pieces(camps, "Amina takes 2 cards of silk. Markers on the board: Bo 4 points.", ["Amina", "Bo"])).toEqual(
      [],
    );
  });

  it("says it in words, in the reader's language", () => {
    expect(inWords(camps("Amina rolls SC*.", ["Amina"]))).toBe("Amina rolls silk, camel and wild.");
    expect(inWords(camps("Amina pays PPW."))).toBe("Amina pays 2 spice and 1 water.");
    language = "fr";
    const said = inWords(camps("Amina obtient SC*."));
    language = "en";
    expect(said).toBe("Amina obtient soie, chameau et joker.");
  });
});

describe("Bazaar", () => {
  it("shows tokens", () => {
    expect(pieces(bazaar, "Idris buys RRWBG for 8 points.", ["Idris"])).toEqual(["tokens RRWBG"]);
    expect(pieces(bazaar, "Idris échange W contre RG.", ["Idris"])).toEqual(["tokens W", "tokens RG"]);
    expect(pieces(bazaar, "Stall 2 now shows WBBYY.")).toEqual(["tokens WBBYY"]);
  });

  it("draws a typed trade with its arrow", () => {
    expect(inWords(bazaar("A bot would play: trade W>RG"))).toBe("A bot would play: trade white → red green");
  });

  it("leaves words alone", () => {
    expect(pieces(bazaar, "Blue Bedouin rolls white. B-side, G8 and Y'all stay.", ["Blue Bedouin"])).toEqual([]);
  });
});

describe("players with the name of a piece", () => {
  it("are named, not drawn", () => {
    expect(pieces(camps, "W pays W.", ["W", "SC"])).toEqual(["cards W"]);
    expect(pieces(camps, "Markers on the board: SC 4 points, W 2 points.", ["W", "SC"])).toEqual([]);
    expect(pieces(bazaar, "Mr. B trades B for RG.", ["Mr. B"])).toEqual(["tokens B", "tokens RG"]);
  });
});

describe("What belongs to a piece", () => {
  const runs = (sentence: string): string[] =>
    tied(camps(typeset(sentence))).map((run) => (typeof run === "string" ? run : `[${run.piece.code}${run.sign}]`));

  it("stays on its line", () => {
    expect(runs("Your turn: the dice show SC*. Choose what the wild stands for.")).toEqual([
      "Your turn: the dice show ",
      "[SC*.]",
      " Choose what the wild stands for.",
    ]);
    expect(runs("Payez SC : c'est assez.")).toEqual(["Payez ", "[SC\u202f:]", " c'est assez."]);
    expect(runs("New on side 1: S:CCW and P:SWW.")).toEqual(["New on side 1: ", "[S:CCW]", " and ", "[P:SWW.]"]);
  });

  it("is set as French is", () => {
    expect(typeset("À vous : dites « oui » ; sinon ?")).toBe(
      "À vous\u202f: dites «\u202foui\u202f»\u202f; sinon\u202f?",
    );
    expect(typeset("Your turn: roll.")).toBe("Your turn: roll.");
  });
});
