// The rules of a game as its page shows them: by section, each with an address. Pure.
import type { RuleShown } from "../wire";

export type Section = { title: string; rules: RuleShown[] };

const GAMES: Record<string, string> = { TD: "through_the_desert", DB: "desert_bazaar", BZ: "bazaar" };

/** The address of a rule: "TD-12" is on the page of Through the Desert. */
export function ruleAddress(rule: string): string {
  return `/rules/${GAMES[rule.slice(0, 2)] ?? "through_the_desert"}#${rule}`;
}

/** The rules by section, in the order in which they came. */
export function bySection(rules: readonly RuleShown[]): Section[] {
  const sections: Section[] = [];
  for (const rule of rules) {
    if (sections.at(-1)?.title !== rule.section) sections.push({ title: rule.section, rules: [] });
    sections.at(-1)!.rules.push(rule);
  }
  return sections;
}

/** A text cut at the ids of rules in it, so that each can be a link. */
export function cutAtRules(text: string): { text: string; rule: boolean }[] {
  return text
    .split(/\b((?:TD|DB|BZ)-\d{2})\b/)
    .map((part, at) => ({ text: part, rule: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}
