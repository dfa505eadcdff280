// A sentence as it is drawn: text, with the names, pieces and words of the game in their places.

/** A player's name. */
export interface NamePart {
  name: string;
  seat: number;
}

/** A piece of the game: what kind it is, and its code in the game's notation. */
export interface PiecePart {
  kind: string;
  code: string;
}

/** A word of the game, such as a colour: `pink`, and in French "rose". */
export interface TermPart {
  term: string;
  text: string;
}

export type Part = string | NamePart | PiecePart | TermPart;
export type Parts = readonly Part[];

export const isPiece = (part: Part): part is PiecePart => typeof part !== "string" && "code" in part;

/** The text of a part that is not a piece. */
export function textOf(part: Exclude<Part, PiecePart>): string {
  if (typeof part === "string") return part;
  return "term" in part ? part.text : part.name;
}

/** The whole sentence in words, for screen readers; without labels, pieces are their codes. */
export function inWords(parts: Parts, label: (kind: string, code: string) => string = (_, code) => code): string {
  return parts.map((part) => (isPiece(part) ? label(part.kind, part.code) : textOf(part))).join("");
}

/** A piece with the sign that belongs to it: no line may break between the two. */
export interface Tied {
  piece: PiecePart;
  sign: string;
}

/** What follows a piece at once, so that they stay together: a full stop, or French's colon with its space. */
export function tied(parts: Parts): (Exclude<Part, PiecePart> | Tied)[] {
  const runs: (Exclude<Part, PiecePart> | Tied)[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (isPiece(part)) runs.push({ piece: part, sign: "" });
    else if (typeof part !== "string" || typeof last !== "object" || !("piece" in last)) runs.push(part);
    else {
      last.sign = /^[\u202f\u00a0]?[.,:;?!)»]+/u.exec(part)?.[0] ?? "";
      if (part.length > last.sign.length) runs.push(part.slice(last.sign.length));
    }
  }
  return runs;
}
