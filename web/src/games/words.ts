// The words of any game: from its folder, else from the server's list of games or the game's messages, else the key itself
// with spaces.
import { games } from "../games.svelte";
import { narrators } from "../messages/narrators.svelte";
import { begun, plain } from "../words";
import type { OptionShown } from "../wire";
import { folderOf } from ".";

export const gameTitle = (game: string): string => games.find(game)?.title ?? plain(game);
export const gameAbout = (game: string): string => folderOf(game)?.about() ?? games.find(game)?.about ?? "";
export const sourceName = (game: string, source: string): string =>
  folderOf(game)?.sources[source]?.() ?? begun(labelOf(game, source));
export const endWords = (game: string, reason: string): string =>
  folderOf(game)?.ends[reason]?.() ?? begun(labelOf(game, reason));
export const optionWords = (game: string, option: OptionShown): string =>
  folderOf(game)?.options[option.name]?.() ?? option.about;

/** What a game of another package calls something, such as a field of its view, and a value in it. */
export const labelOf = (game: string, key: string): string => narrators.of(game)?.word(`label-${key}`) ?? plain(key);
export const termOf = (game: string, word: string): string => narrators.of(game)?.word(`term-${word}`) ?? plain(word);

/** The sources of a game's points, in the order of its view. */
export const sourcesOf = (game: string): readonly string[] => Object.keys(folderOf(game)?.sources ?? {});
