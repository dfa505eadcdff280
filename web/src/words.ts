// The words for what the server names by key: games, bots, sources of points, ends, options. A key without a word of
// ours is shown as it is, with spaces.
import { m } from "./paraglide/messages";
import type { ChatLineShown, GameShown, OptionShown, Pace } from "./wire";

type Words = Record<string, () => string>;

const plain = (key: string): string => key.replaceAll("_", " ");
const wordIn = (words: Words, key: string): string => words[key]?.() ?? plain(key);

export const GAMES = ["through_the_desert", "desert_bazaar", "bazaar"] as const;

const TITLES: Words = {
  through_the_desert: m.game_through_the_desert,
  desert_bazaar: m.game_desert_bazaar,
  bazaar: m.game_bazaar,
};
const ABOUT: Words = {
  through_the_desert: m.about_through_the_desert,
  desert_bazaar: m.about_desert_bazaar,
  bazaar: m.about_bazaar,
};
const SOURCES: Words = {
  water: m.source_water,
  oases: m.source_oases,
  areas: m.source_areas,
  largest_caravans: m.source_largest_caravans,
  isolated: m.source_isolated,
  encampments: m.source_encampments,
  closing: m.source_closing,
  markers: m.source_markers,
  majorities: m.source_majorities,
  plain: m.source_plain,
  star: m.source_star,
  double_star: m.source_double_star,
  turns: m.source_turns,
};
/** The sources of points of each game, in the order of its view. */
export const SOURCES_OF: Record<string, readonly string[]> = {
  through_the_desert: ["water", "oases", "areas", "largest_caravans"],
  desert_bazaar: ["isolated", "encampments", "closing", "markers", "majorities"],
  bazaar: ["plain", "star", "double_star"],
};
const ENDS: Words = {
  pile_empty: m.end_pile_empty,
  all_passed: m.end_all_passed,
  board_full: m.end_board_full,
  tiles_used: m.end_tiles_used,
  nothing_built: m.end_nothing_built,
  two_stalls_empty: m.end_two_stalls_empty,
  no_purchases: m.end_no_purchases,
  puzzle_solved: m.end_puzzle_solved,
};
const BOTS: Words = {
  novice: m.bot_novice,
  apprentice: m.bot_apprentice,
  trader: m.bot_trader,
  merchant: m.bot_merchant,
  master: m.bot_master,
  random: m.bot_random,
  greedy: m.bot_greedy,
};
const BOTS_ABOUT: Words = {
  novice: m.bot_novice_about,
  apprentice: m.bot_apprentice_about,
  trader: m.bot_trader_about,
  merchant: m.bot_merchant_about,
  master: m.bot_master_about,
  random: m.bot_random_about,
  greedy: m.bot_greedy_about,
};
const OPTIONS: Words = {
  "bazaar.double_purchase": m.option_double_purchase,
  "bazaar.solo": m.option_solo,
  "desert_bazaar.start": m.option_start,
  "desert_bazaar.open_hands": m.option_open_hands,
  "through_the_desert.start": m.option_start,
  "through_the_desert.open_scores": m.option_open_scores,
};

export const gameTitle = (game: string): string => wordIn(TITLES, game);
export const gameAbout = (game: GameShown | string): string =>
  typeof game === "string" ? (ABOUT[game]?.() ?? "") : (ABOUT[game.name]?.() ?? game.about);
export const sourceName = (source: string): string => wordIn(SOURCES, source);
export const endWords = (reason: string): string => wordIn(ENDS, reason);
const begun = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);
/** A bot's title: "Merchant". One without a word of ours is called by its name. */
export const botTitle = (bot: string): string => begun(wordIn(BOTS, bot));
/** Beside the name of a bot that plays: "Bot · merchant". */
export const botNote = (bot: string): string => m.seat_bot({ bot: botTitle(bot).toLocaleLowerCase() });
/** A bot in a list to choose from: "Bot · Merchant". */
export const botChoice = (bot: string): string => m.seat_bot({ bot: botTitle(bot) });
/** What to expect of a bot; nothing of one that we do not know. */
export const botAbout = (bot: string): string => begun(BOTS_ABOUT[bot]?.() ?? "");
export const optionWords = (game: string, option: OptionShown): string =>
  OPTIONS[`${game}.${option.name}`]?.() ?? option.about;

/** What a notice tells: "Ada let a bot play for Bo, who was away." Empty for what somebody said. */
export function noticeWords(line: Pick<ChatLineShown, "notice" | "about" | "name">, names: readonly string[]): string {
  const absent = names[line.about ?? -1] ?? "";
  if (line.notice === "stand_in") return m.notice_stand_in({ name: line.name, absent });
  if (line.notice === "stand_in_time") return m.notice_stand_in_time({ absent });
  if (line.notice === "left") return m.notice_left({ absent });
  return line.notice === "came_back" ? m.notice_came_back({ absent }) : "";
}

/** A value of an option: yes or no, a player's number, or chance. */
export function valueWords(value: string): string {
  if (value === "on" || value === "true" || value === "True") return m.yes();
  if (value === "off" || value === "false" || value === "False") return m.no();
  if (value === "drawn") return m.option_drawn();
  return /^\d+$/.test(value) ? m.player_number({ number: value }) : plain(value);
}

export function paceWords(pace: Pace): string {
  if (pace.kind === "bank") return m.pace_bank_of({ minutes: pace.seconds / 60, increment: pace.increment });
  if (pace.kind === "days") return m.pace_days_of({ count: pace.days });
  return pace.kind === "shown" ? m.pace_shown() : m.pace_none();
}

/** "2 to 5 players". */
export function playersWords(players: readonly number[]): string {
  return m.players_from_to({ least: Math.min(...players), most: Math.max(...players) });
}
