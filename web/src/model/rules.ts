// The rules of a game as its page shows them: by section, each with an address. Pure.
import type { GameShown, RuleShown } from "../wire";

export type Section = { title: string; rules: RuleShown[] };

/** The address of a rule on its game's page. */
export const rulePath = (game: string, rule: string): string => `/rules/${game}#${rule}`;

/** The game that a rule such as "TD-12" belongs to, by the prefix of its id. */
export function gameOfRule(
  rule: string,
  games: readonly Pick<GameShown, "name" | "rule_prefix">[],
): string | undefined {
  return games.find((game) => rule.startsWith(`${game.rule_prefix}-`))?.name;
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

/** A text cut at the ids of rules in it; each part that is an id comes with the game whose page it is on. */
export function cutAtRules(
  text: string,
  games: readonly Pick<GameShown, "name" | "rule_prefix">[],
): { text: string; game: string | undefined }[] {
  return text
    .split(/\b([A-Z]{2,}-\d{2,})\b/)
    .map((part, at) => ({ text: part, game: at % 2 === 1 ? gameOfRule(part, games) : undefined }))
    .filter((part) => part.text !== "");
}
