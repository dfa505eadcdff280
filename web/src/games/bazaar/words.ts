// Bazaar's tokens in words, for labels that are read aloud.
import { m } from "../../paraglide/messages";
import { LETTERS, countsOf } from "./model";

const COLOURS: Record<string, () => string> = {
  R: () => m.bz_red(),
  W: () => m.bz_white(),
  B: () => m.bz_blue(),
  G: () => m.bz_green(),
  Y: () => m.bz_yellow(),
};

export const colourWord = (letter: string): string => COLOURS[letter]?.() ?? letter;

/** "white white green": short sets are read token by token. */
export const tokenWords = (tokens: string): string => [...tokens].map(colourWord).join(" ");

/** "2 white, 1 green": hands are counted. */
export function handWords(tokens: string): string {
  const counts = countsOf(tokens);
  const parts = LETTERS.flatMap((letter, k) => (counts[k] ? [`${counts[k]} ${colourWord(letter)}`] : []));
  return parts.join(", ") || m.bz_no_tokens();
}
