// The message catalogue of a game in one language: Fluent messages, formatted to parts. The functions that messages may
// call are described in src/saltroad/messages/catalogue.py, which says the same in the terminal.
import {
  FluentBundle,
  FluentNumber,
  FluentResource,
  FluentType,
  type FluentValue,
  type FluentVariable,
} from "@fluent/bundle";
import { listed, REGIONS } from "../model/lists";
import { typeset } from "../model/typeset";
import type { NamePart, Part, Parts, PiecePart, TermPart } from "./parts";

/** Values by name, as they come over the wire. */
export type Fields = Readonly<Record<string, unknown>>;
/** For whom a sentence is made: the players' names, and the seat of the reader, who is addressed. */
export interface Reader {
  names: readonly string[];
  you: number | null;
}

export const NOBODY_KNOWN: Reader = { names: [], you: null };

// Private-use characters mark the places of parts in a formatted text, so that no sentence has to be searched for them.
const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const VOWELS = "aeiouyœæ";

/** A message that is missing, or that does not fit its values: a fault of the catalogue. */
export class MessageFault extends Error {}

/** Several values, for the functions that take a list. */
class Listed extends FluentType<readonly unknown[]> {
  toString(): string {
    return this.value.join(", ");
  }
}

/** A text in which parts are marked already, as a value of a message. */
export class Marked {
  constructor(readonly text: string) {}
}

export class Catalogue {
  readonly language: string;
  #bundle: FluentBundle;
  /** The sentence that is being made: Fluent's functions are given values alone, not for whom. */
  #rendering: Rendering | null = null;

  constructor(language: string, ...sources: readonly string[]) {
    this.language = language;
    const locale = REGIONS[language] ?? language;
    this.#bundle = new FluentBundle(locale, {
      useIsolating: false,
      functions: {
        PLAYER: ([seat]) => this.#now.player(numberOf(seat)),
        PLAYERS: ([seats]) => this.listed(itemsOf(seats).map((seat) => this.#now.player(Number(seat)))),
        WHO: ([seat]) => (this.#now.isYou(numberOf(seat)) ? "you" : "other"),
        INITIAL: ([seat]) => this.#now.initial(numberOf(seat)),
        PIECE: ([code], { kind }) => this.#now.piece(textOf(kind), textOf(code)),
        TERM: ([word], { form }) => this.#now.term(textOf(word), form === undefined ? "" : textOf(form)),
        LIST: ([items]) => this.listed(itemsOf(items).map(String)),
        COUNT: ([items]) => new FluentNumber(itemsOf(items).length),
      },
    });
    for (const source of sources) this.#bundle.addResource(new FluentResource(source));
  }

  get #now(): Rendering {
    return this.#rendering!;
  }

  has(id: string): boolean {
    return this.#bundle.hasMessage(id);
  }

  /** A message with its values. */
  format(id: string, fields: Fields = {}, reader: Reader = NOBODY_KNOWN): Parts {
    const rendering = new Rendering(this, reader);
    return rendering.parts(rendering.text(id, fields));
  }

  /** "a, b and c". */
  listed(items: readonly string[]): string {
    return listed(this.language, items);
  }

  /** A message as text in which parts are marked; for `Rendering`. */
  patternText(rendering: Rendering, id: string, fields: Fields): string {
    const [message = "", attribute] = id.split(".");
    const found = this.#bundle.getMessage(message);
    const pattern = attribute === undefined ? found?.value : found?.attributes[attribute];
    if (pattern === undefined || pattern === null)
      throw new MessageFault(`the ${this.language} messages lack ${id}, or it has no text`);
    const values = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, valueOf(value, rendering)] as const),
    );
    const before = this.#rendering;
    this.#rendering = rendering;
    try {
      const errors: Error[] = [];
      const text = this.#bundle.formatPattern(pattern, values, errors);
      if (errors.length > 0) throw new MessageFault(`the ${this.language} message ${id}: ${errors.join("; ")}`);
      return text;
    } finally {
      this.#rendering = before;
    }
  }
}

/** One sentence while it is made, for one reader. It may be made of several messages. */
export class Rendering {
  #parts: (NamePart | PiecePart | TermPart)[] = [];

  constructor(
    readonly catalogue: Catalogue,
    readonly reader: Reader,
  ) {}

  /** A message as text in which parts are marked. Such a text may be a value of another: see `Marked`. */
  text(id: string, fields: Fields): string {
    return this.catalogue.patternText(this, id, fields);
  }

  /** The text, set as its language is, with its parts in their places. */
  parts(text: string): Parts {
    const [first = "", ...rest] = typeset(text).split(OPEN);
    const parts: Part[] = first === "" ? [] : [first];
    for (const piece of rest) {
      const [number = "", after = ""] = piece.split(CLOSE);
      parts.push(this.#parts[Number(number)]!);
      if (after !== "") parts.push(after);
    }
    return parts;
  }

  player(seat: number): string {
    return this.#place({ name: this.#name(seat), seat });
  }

  isYou(seat: number): boolean {
    return seat === this.reader.you;
  }

  initial(seat: number): string {
    const first = this.#name(seat).normalize("NFKD").charAt(0).toLowerCase();
    return VOWELS.includes(first) ? "vowel" : "consonant";
  }

  piece(kind: string, code: string): string {
    return this.#place({ kind, code });
  }

  term(word: string, form: string): string {
    return this.#place({ term: word, text: this.text(form ? `term-${word}.${form}` : `term-${word}`, {}) });
  }

  #name(seat: number): string {
    if (this.isYou(seat)) return this.text("you", {});
    return this.reader.names[seat] || this.text("player_number", { number: seat + 1 });
  }

  /** The mark that stands for a part. */
  #place(part: NamePart | PiecePart | TermPart): string {
    this.#parts.push(part);
    return `${OPEN}${this.#parts.length - 1}${CLOSE}`;
  }
}

/** A fault as a value of a message: it has a message of its own. */
const isFault = (value: object): value is { code: string; params?: Fields } =>
  "code" in value && typeof value.code === "string";

/** A field as Fluent takes it. */
function valueOf(value: unknown, rendering: Rendering): FluentVariable {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return new Listed(value);
  if (value instanceof Marked) return value.text;
  if (typeof value === "object" && value !== null && isFault(value))
    return rendering.text(`fault-${value.code}`, value.params ?? {});
  return String(value).replaceAll(OPEN, "").replaceAll(CLOSE, "");
}

const numberOf = (value: FluentValue | undefined): number =>
  Number(value instanceof FluentNumber ? value.value : value);
const textOf = (value: FluentValue | undefined): string =>
  String(value instanceof FluentType ? value.valueOf() : (value ?? ""));
const itemsOf = (value: FluentValue | undefined): readonly unknown[] => (value instanceof Listed ? value.value : []);
