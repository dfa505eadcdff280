// Letters in sentences about Desert Bazaar, to be shown as tiles, dice and cards.
import { alone, parted, type Adorned } from "../adorned";
import { cardsWords, diceWords, tileWords } from "./words";

const CODES = alone("[SCPW]:[SCPW]{3}|[SCPW*-]*[SCPW*][SCPW*-]*|-{2,}|(?<=(?:rolls?|obtient|obtenez) )-");
/** What the narrator says before dice. */
const DICE = /(?:show|montrent|dés|rolls?|obtient|obtenez|keeps?|gardez?|garder) $/u;

export function adorn(sentence: string, names: readonly string[] = []): Adorned {
  return parted(sentence, CODES, names, (code, before) => {
    if (code.includes(":")) return { kind: "tile", code, label: tileWords(code) };
    if (DICE.test(before) || /[*-]/.test(code)) return { kind: "dice", code, label: diceWords(code) };
    return { kind: "cards", code, label: cardsWords(code) };
  });
}
