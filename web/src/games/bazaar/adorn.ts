// Letters in sentences about Bazaar, to be shown as tokens.
import { alone, parted, type Adorned } from "../adorned";
import { tokenWords } from "./words";

const CODES = alone("[RWBGY]+");

export function adorn(sentence: string, names: readonly string[] = []): Adorned {
  // A trade as it is typed: the arrow between its two sides is drawn as one.
  const said = sentence.replaceAll(/(?<=[RWBGY])>(?=[RWBGY])/g, " → ");
  return parted(said, CODES, names, (code) => ({ kind: "tokens", code, label: tokenWords(code) }));
}
