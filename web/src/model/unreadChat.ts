// Counts the lines of chat that the user has not read. Pure.
import type { ChatLineShown } from "../wire";

/** The reader: a line names a player by the seat, a spectator by the name alone. */
export type ChatReader = { seat: number | null; name: string };

const isOwn = (line: ChatLineShown, { seat, name }: ChatReader) =>
  line.seat === seat && (seat !== null || line.name === name);

/** How many lines wait to be read: said since the page was there, not yet seen, and not by the user. */
export function countUnread(
  lines: readonly ChatLineShown[],
  seen: ReadonlySet<number>,
  since: number,
  reading: ChatReader,
): number {
  const isNew = (line: ChatLineShown) => line.at > since && !seen.has(line.number) && line.notice === null;
  return lines.filter((line) => isNew(line) && !isOwn(line, reading)).length;
}
