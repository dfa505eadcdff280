// The words of any game: from its folder, else from the server's list of games, else the key itself with spaces.
import { games } from "../games.svelte";
import { plain } from "../words";
import type { OptionShown } from "../wire";
import { folderOf } from ".";

export const gameTitle = (game: string): string => games.find(game)?.title ?? plain(game);
export const gameAbout = (game: string): string => folderOf(game)?.about() ?? games.find(game)?.about ?? "";
export const sourceName = (game: string, source: string): string =>
  folderOf(game)?.sources[source]?.() ?? plain(source);
export const endWords = (game: string, reason: string): string => folderOf(game)?.ends[reason]?.() ?? plain(reason);
export const optionWords = (game: string, option: OptionShown): string =>
  folderOf(game)?.options[option.name]?.() ?? option.about;

/** The sources of a game's points, in the order of its view. */
export const sourcesOf = (game: string): readonly string[] => Object.keys(folderOf(game)?.sources ?? {});
