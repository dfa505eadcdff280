// The chart of shares as shapes: stacked bands, one for each seat, over the moves of a game. Pure.

/** The field of the chart in its own units, and the plies at its edges. */
export interface Field {
  width: number;
  height: number;
  from: number;
  to: number;
}

export type SharePoint = { at: number; shares: readonly number[] };
export type Label = { seat: number; x: number; y: number };

export const columnOf = ({ width, from, to }: Field, at: number): number =>
  to > from ? ((at - from) / (to - from)) * width : 0;

/** The ply at a place; outside of the field the one at its edge. */
export function plyAt({ width, from, to }: Field, x: number): number {
  return Math.round(from + Math.min(1, Math.max(0, x / width)) * (to - from));
}

/** Where the band of each seat begins and ends at a point, from the top down; the shares may miss 1 by rounding. */
function edges(shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + Math.max(0, share), 0) || 1;
  let reached = 0;
  return [0, ...shares.map((share) => (reached += Math.max(0, share) / sum))];
}

const placed = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The band of each seat as path data, the first seat on top. */
export function bandPaths(points: readonly SharePoint[], field: Field): string[] {
  const seats = points[0]?.shares.length ?? 0;
  const columns = points.map(({ at, shares }) => ({ x: columnOf(field, at), edges: edges(shares) }));
  return Array.from({ length: seats }, (_, seat) => {
    const upper = columns.map(({ x, edges }) => placed(x, edges[seat]! * field.height));
    const lower = columns.map(({ x, edges }) => placed(x, edges[seat + 1]! * field.height)).reverse();
    return `M${[...upper, ...lower].join("L")}Z`;
  });
}

/** The line between each band and the next. */
export function borderPaths(points: readonly SharePoint[], field: Field): string[] {
  const seats = points[0]?.shares.length ?? 0;
  const columns = points.map(({ at, shares }) => ({ x: columnOf(field, at), edges: edges(shares) }));
  return Array.from(
    { length: Math.max(0, seats - 1) },
    (_, seat) => `M${columns.map(({ x, edges }) => placed(x, edges[seat + 1]! * field.height)).join("L")}`,
  );
}

/**
 * Where the sign of each seat stands in its band: in the middle of the longest stretch in which it has room, which is
 * `size` high. A seat whose band is never so wide has none.
 */
export function bandLabels(points: readonly SharePoint[], field: Field, size: number): Label[] {
  const seats = points[0]?.shares.length ?? 0;
  const columns = points.map(({ at, shares }) => ({ x: columnOf(field, at), edges: edges(shares) }));
  const labels: Label[] = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const hasRoom = columns.map(({ edges }) => (edges[seat + 1]! - edges[seat]!) * field.height >= size);
    const stretch = longest(hasRoom);
    if (!stretch) continue;
    const middle = columns[Math.floor((stretch.first + stretch.last) / 2)]!;
    const x = Math.min(field.width - size / 2, Math.max(size / 2, middle.x));
    labels.push({ seat, x, y: ((middle.edges[seat]! + middle.edges[seat + 1]!) / 2) * field.height });
  }
  return labels;
}

/** The longest run of true. */
function longest(flags: readonly boolean[]): { first: number; last: number } | null {
  let [best, first]: [{ first: number; last: number } | null, number] = [null, -1];
  flags.forEach((flag, at) => {
    if (!flag) first = -1;
    else {
      if (first < 0) first = at;
      if (!best || at - first > best.last - best.first) best = { first, last: at };
    }
  });
  return best;
}
