// Sentences in which letters stand for pieces, taken apart: what is read as text, and what is shown as a picture.

export interface Piece {
  /** How it is drawn; each game knows its own kinds. */
  kind: string;
  /** The letters that stood in the sentence. */
  code: string;
  /** The same in words, in the user's language. */
  label: string;
}

export type Adorned = readonly (string | Piece)[];
/** Takes a sentence apart; `names` are the players', which are never pieces. */
export type Adorn = (sentence: string, names?: readonly string[]) => Adorned;

/** A code stands by itself: "CPP", but not the first letter of "C'est", of "P2" or of a name with a hyphen. */
export const alone = (code: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'’:*-])(?:${code})(?![\\p{L}\\p{N}'’*-]|:\\p{L})`, "gu");

/** Take a sentence apart at the codes that `pattern` finds; `pieceOf` is told what stands before each. */
export function parted(
  sentence: string,
  pattern: RegExp,
  names: readonly string[],
  pieceOf: (code: string, before: string) => Piece,
): Adorned {
  const taken = namesIn(sentence, names);
  const parts: (string | Piece)[] = [];
  let from = 0;
  for (const found of sentence.matchAll(pattern)) {
    const [start, end] = [found.index, found.index + found[0].length];
    if (taken.some(([first, last]) => start < last && first < end)) continue;
    if (start > from) parts.push(sentence.slice(from, start));
    parts.push(pieceOf(found[0], sentence.slice(0, start)));
    from = end;
  }
  if (from < sentence.length) parts.push(sentence.slice(from));
  return parts;
}

/** Where players are named. Somebody may be called "W": after a word, as in "pays W", it is the letter all the same. */
function namesIn(sentence: string, names: readonly string[]): [number, number][] {
  return names.filter(Boolean).flatMap((name) => {
    const spans: [number, number][] = [];
    for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + name.length)) {
      const isCode = /^[\p{Lu}*:-]+$/u.test(name);
      if (!isCode || !/\p{Ll} $/u.test(sentence.slice(0, at))) spans.push([at, at + name.length]);
    }
    return spans;
  });
}

/** A piece with the sign that belongs to it: no line may break between the two. */
export interface Tied {
  piece: Piece;
  sign: string;
}

/** What follows a piece at once, so that they stay together: a full stop, or French's colon with its space. */
export function tied(adorned: Adorned): (string | Tied)[] {
  const runs: (string | Tied)[] = [];
  for (const part of adorned) {
    const last = runs.at(-1);
    if (typeof part !== "string") runs.push({ piece: part, sign: "" });
    else if (last === undefined || typeof last === "string") runs.push(part);
    else {
      last.sign = /^[\u202f\u00a0]?[.,:;?!)»]+/u.exec(part)?.[0] ?? "";
      if (part.length > last.sign.length) runs.push(part.slice(last.sign.length));
    }
  }
  return runs;
}

/** The whole in words, for those who listen. */
export const inWords = (adorned: Adorned): string =>
  adorned.map((part) => (typeof part === "string" ? part : part.label)).join("");
