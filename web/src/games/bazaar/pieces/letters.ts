// The letter that a token carries in the user's language; in action texts it is always one of R W B G Y.
import { m } from "../../../paraglide/messages";

const LETTERS: Readonly<Record<string, () => string>> = {
  R: m.bz_letter_red,
  W: m.bz_letter_white,
  B: m.bz_letter_blue,
  G: m.bz_letter_green,
  Y: m.bz_letter_yellow,
};

export const shownLetter = (letter: string): string => LETTERS[letter]?.() ?? letter;
