// Bazaar's tokens in words, for labels that are read aloud.
import { m } from "../../paraglide/messages";
import { andList } from "../../words";
import { LETTERS, countsOf } from "./model";

const COLOURS: Record<string, { one: () => string; counted: (given: { n: number }) => string }> = {
  R: { one: m.bz_red, counted: m.bz_n_red },
  W: { one: m.bz_white, counted: m.bz_n_white },
  B: { one: m.bz_blue, counted: m.bz_n_blue },
  G: { one: m.bz_green, counted: m.bz_n_green },
  Y: { one: m.bz_yellow, counted: m.bz_n_yellow },
};

export const colourWord = (letter: string): string => COLOURS[letter]?.one() ?? letter;

/** "white white green": short sets are read token by token. */
export const tokenWords = (tokens: string): string => [...tokens].map(colourWord).join(" ");

function counted(tokens: string): string[] {
  const counts = countsOf(tokens);
  return LETTERS.flatMap((letter, k) => (counts[k] ? [COLOURS[letter]!.counted({ n: counts[k] })] : []));
}

/** "2 white, 1 green": hands are counted. */
export const handWords = (tokens: string): string => counted(tokens).join(", ") || m.bz_no_tokens();

/** A piece in a sentence, in words: "2 white and 1 green". There are no others than tokens. */
export function pieceLabel(_kind: string, code: string): string {
  return andList(counted(code)) || m.bz_no_tokens();
}
