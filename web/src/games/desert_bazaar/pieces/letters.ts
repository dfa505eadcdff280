// The letter that a resource carries in the user's language; in action texts it is always one of S C P W.
import { m } from "../../../paraglide/messages";

const LETTERS: Readonly<Record<string, () => string>> = {
  S: m.db_letter_silk,
  C: m.db_letter_camel,
  P: m.db_letter_spice,
  W: m.db_letter_water,
};

export const shownLetter = (letter: string): string => LETTERS[letter]?.() ?? letter;
