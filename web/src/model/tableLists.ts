// Lists of tables as the home page shows them. Pure.
import type { TableShown } from "../wire";

/** Tables that are shown until the user asks for more. */
export const FEW = 8;

/** Open tables on a page of the server's list. */
export const PAGE = 20;

const RANK: Record<string, number> = { playing: 1, open: 1 };

/** The user's own games: those that wait for them first, then those that go on, then finished ones; each in the order of
 * the list. */
export function inOrder(tables: readonly TableShown[]): TableShown[] {
  const rank = (table: TableShown): number => (table.waits ? 0 : (RANK[table.state] ?? 2));
  return [...tables].sort((one, other) => rank(one) - rank(other));
}
