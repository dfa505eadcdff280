// Words for the keys that the server uses in every game: bots, notices, values of options, paces. A key without a word
// is shown as it is, with spaces. A game's own words are in its folder (games/words.ts).
import { listed } from "./model/lists";
import { FORGOTTEN } from "./model/seats";
import { m } from "./paraglide/messages";
import { getLocale } from "./paraglide/runtime";
import type { ChatLineShown, Pace } from "./wire";

type Words = Record<string, () => string>;

export const plain = (key: string): string => key.replaceAll("_", " ");
const wordIn = (words: Words, key: string): string => words[key]?.() ?? plain(key);

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

/** "Ada, Bo and Cy". */
export const andList = (items: readonly string[]): string => listed(getLocale(), items);

/** A person's name as it is shown: that of a deleted account is a word. */
export const personName = (name: string): string => (name === FORGOTTEN ? m.former_player() : name);
/** Seats with the names that are shown. */
export const shownSeats = <Seat extends { name: string }>(seats: readonly Seat[]): Seat[] =>
  seats.map((seat) => (seat.name === FORGOTTEN ? { ...seat, name: personName(seat.name) } : seat));

/** With a capital in front. */
export const begun = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);
/** A bot's title: "Merchant". One without a word of ours is called by its name. */
export const botTitle = (bot: string): string => begun(wordIn(BOTS, bot));
/** Beside the name of a bot that plays: "Bot · merchant". */
export const botNote = (bot: string): string => m.seat_bot({ bot: botTitle(bot).toLocaleLowerCase() });
/** A bot in a list to choose from: "Bot · Merchant". */
export const botChoice = (bot: string): string => m.seat_bot({ bot: botTitle(bot) });
/** What to expect of a bot; nothing of one that we do not know. */
export const botAbout = (bot: string): string => begun(BOTS_ABOUT[bot]?.() ?? "");

/** What a notice tells: "Ada let a bot play for Bo, who was away." Empty for a line of chat. */
export function noticeWords(line: Pick<ChatLineShown, "notice" | "about" | "name">, names: readonly string[]): string {
  const absent = personName(names[line.about ?? -1] ?? "");
  if (line.notice === "stand_in") return m.notice_stand_in({ name: personName(line.name), absent });
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
