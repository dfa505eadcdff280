// The view and offers of a game without a folder here, as rows and groups. Pure. The terminal does the same
// (src/saltroad/terminal/plain.py).
import type { OfferRow } from "../../wire";

/** A view of any game: what it holds besides `viewer`, `ply` and `actor` is the game's own affair. */
export type AnyView = Readonly<Record<string, unknown>>;
export type AnyOffers = Readonly<Record<string, readonly OfferRow[]>>;

/** A field of a view: a value for each seat, or one for the table. */
export type Field = { name: string } & ({ bySeat: readonly unknown[] } | { value: unknown });

/** What is told elsewhere on the page: by the line of what is asked, the log, and the marked seat. */
const NOT_SHOWN = new Set(["viewer", "ply", "actor", "seat", "players"]);

/** The fields of a view: first those of the seats. A list that is as long as there are seats has a value for each. */
export function fieldsOf(view: AnyView, seats: number): Field[] {
  const fields = Object.entries(view).flatMap(([name, value]): Field[] => {
    if (NOT_SHOWN.has(name)) return [];
    return [Array.isArray(value) && value.length === seats ? { name, bySeat: value } : { name, value }];
  });
  return [...fields.filter((field) => "bySeat" in field), ...fields.filter((field) => "value" in field)];
}

/** The words for yes and no, and for a word of the game. */
export interface Words {
  yes: string;
  no: string;
  term: (word: string) => string;
}

/** A value as text. */
export function textOf(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) {
    const isFlat = value.every((inner) => typeof inner !== "object" || inner === null);
    return value.length === 0 ? "–" : value.map((inner) => textOf(inner, words)).join(isFlat ? " " : ", ");
  }
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${textOf(inner, words)}`)
      .join(", ");
  return typeof value === "string" ? words.term(value) : String(value);
}

export type Choice = { text: string; earns: number };
export type Group = { kind: string; choices: Choice[] };

/** The offers by kind. Kinds with one offer each need no heading of their own: they come first, under none. */
export function groupsOf(offers: AnyOffers): Group[] {
  const choiceOf = ([text, earns]: OfferRow): Choice => ({ text, earns });
  const kinds = Object.entries(offers).filter(([, rows]) => rows.length > 0);
  const single = kinds.flatMap(([, rows]) => (rows.length === 1 ? rows.map(choiceOf) : []));
  const several = kinds.filter(([, rows]) => rows.length > 1);
  return [
    ...(single.length > 0 ? [{ kind: "", choices: single }] : []),
    ...several.map(([kind, rows]) => ({ kind, choices: rows.map(choiceOf) })),
  ];
}
