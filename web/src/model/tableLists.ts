// Lists of tables as the home page shows them. Pure.
import type { TableShown } from "../wire";

/** So many are shown until more are asked for. */
export const FEW = 8;

/** So many open tables come on a page. */
export const PAGE = 20;

const RANK: Record<string, number> = { playing: 1, open: 1 };

/** One's own games: what waits for one comes first, then what goes on, then what is over; each in the order it came. */
export function inOrder(tables: readonly TableShown[]): TableShown[] {
  const rank = (table: TableShown): number => (table.waits ? 0 : (RANK[table.state] ?? 2));
  return [...tables].sort((one, other) => rank(one) - rank(other));
}
