// Sentences are made from facts as Python makes them: the same files, the same parts.
import { describe, expect, test } from "vitest";
import { Catalogue, MessageFault, type Fields } from "../src/messages/catalogue";
import { ask, justify, narrate, suggest, type FactShown } from "../src/messages/narration";
import { inWords, tied, type Parts } from "../src/messages/parts";
import { typeset } from "../src/model/typeset";
import told from "./fixtures/messages.json";

const sources = import.meta.glob<string>("../../src/saltroad/**/*.ftl", {
  eager: true,
  query: "?raw",
  import: "default",
});
/** The names in tests/messages/vectors.py. */
const NAMES = ["Ada", "Élie", "", "Bo :", "Yusuf"];

const sourceOf = (path: string) => sources[`../../src/saltroad/${path}`] ?? "";

function catalogueOf(game: string, language: string): Catalogue {
  return new Catalogue(
    language,
    sourceOf(`messages/${language}.ftl`),
    sourceOf(`games/${game}/messages/${language}.ftl`),
  );
}

const catalogues = new Map<string, Catalogue>();
function kept(game: string, language: string): Catalogue {
  const key = `${game} ${language}`;
  const found = catalogues.get(key) ?? catalogueOf(game, language);
  catalogues.set(key, found);
  return found;
}

type Row = {
  game: string;
  language: string;
  how: string;
  you: number | null;
  facts: unknown[];
  consequences: string[];
  lines: unknown[][];
};

function say({ game, language, how, you, facts, consequences }: Row): Parts[] {
  const [catalogue, reader] = [kept(game, language), { names: NAMES, you }];
  if (how === "narrate") return narrate(catalogue, facts as FactShown[], new Set(consequences), reader);
  if (how === "ask") return [ask(catalogue, facts[0] as FactShown, reader)];
  if (how === "suggest") return [suggest(catalogue, facts[0] as FactShown, reader)];
  return [justify(catalogue, facts[0] as { rule: string; reason: string; params: Fields }, reader)];
}

/** Sentences are typeset here; what Python says is set so to compare, with a letter in place of the parts around it. */
const set = (parts: readonly unknown[]) =>
  parts.map((part) => (typeof part === "string" ? typeset(`x${part}x`).slice(1, -1) : part));

test.each((told as Row[]).map((row) => [JSON.stringify(row.facts), row.language, row.you, row] as const))(
  "%s in %s for %s",
  (_facts, _language, _you, row) => {
    expect(say(row)).toEqual(row.lines.map(set));
  },
);

describe("a catalogue", () => {
  const en = new Catalogue("en", sourceOf("messages/en.ftl"), "won-by = { $who } won.\nfault-odd = odd { $n }");

  test("says which message it lacks, and what a message lacks", () => {
    expect(() => en.format("nothing_such")).toThrow(MessageFault);
    expect(() => en.format("won-by")).toThrow("who");
    expect([en.has("won-by"), en.has("nothing_such")]).toEqual([true, false]);
  });

  test("places a fault as a value by its own message", () => {
    expect(en.format("won-by", { who: { code: "odd", params: { n: 3 } } })).toEqual(["odd 3 won."]);
  });

  test("lets no value pretend to be a part", () => {
    expect(en.format("won-by", { who: "\ue0000\ue001" })).toEqual(["0 won."]);
  });

  test("tells of a verdict without a message by its reason", () => {
    const verdict = { rule: "PG-03", reason: "nothing_held", params: { points: 2 } };
    expect(justify(en, verdict, { names: [], you: null })).toEqual(["nothing held: points 2"]);
  });
});

test("what the server writes is set as French is", () => {
  expect(typeset("À vous : dites « oui » ; sinon ?")).toBe("À vous\u202f: dites «\u202foui\u202f»\u202f; sinon\u202f?");
  expect(typeset("Your turn: roll.")).toBe("Your turn: roll.");
  expect(typeset("L'étal d'Ada n'a rien ; 'buy' s'écrit 'acheter'.")).toBe(
    "L’étal d’Ada n’a rien\u202f; 'buy' s’écrit 'acheter'.",
  );
});

describe("a sentence", () => {
  const parts: Parts = [{ name: "Ada", seat: 0 }, " pays ", { kind: "tokens", code: "RW" }, "."];

  test("is read in words, pieces by what they are", () => {
    expect(inWords(parts, (kind, code) => `${kind} of ${code.length}`)).toBe("Ada pays tokens of 2.");
    expect(inWords(parts)).toBe("Ada pays RW.");
  });

  test("keeps a piece and the sign after it on one line", () => {
    expect(tied(parts)).toEqual([
      { name: "Ada", seat: 0 },
      " pays ",
      { piece: { kind: "tokens", code: "RW" }, sign: "." },
    ]);
    expect(tied([{ kind: "dice", code: "S" }, "\u202f: oui"])).toEqual([
      { piece: { kind: "dice", code: "S" }, sign: "\u202f:" },
      " oui",
    ]);
  });
});
