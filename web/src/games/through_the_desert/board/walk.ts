// Walking the map with the keys: from a space to the next one in a direction, over mountains where they lie between.
import type { Land, Space } from "../model";

/** Steps of column and row, the shift of odd columns worked in. */
const down = (space: Space): number => space.column % 2;

const STEPS: Record<string, (space: Space) => [number, number]> = {
  ArrowUp: () => [0, -1],
  ArrowDown: () => [0, 1],
  ArrowLeft: () => [-1, 0],
  ArrowRight: () => [1, 0],
  Home: (space) => [-1, down(space) - 1],
  PageUp: (space) => [1, down(space) - 1],
  End: (space) => [-1, down(space)],
  PageDown: (space) => [1, down(space)],
};

const LONGEST = 18;

export const isStep = (key: string): boolean => key in STEPS;

/** The space that a key leads to; the same one where the map ends. */
export function walk(land: Land, from: string, key: string): string {
  const step = STEPS[key];
  const start = land.by.get(from);
  if (!step || !start) return from;
  const places = new Map(land.spaces.map((space) => [`${space.column} ${space.row}`, space]));
  let { column, row } = start;
  for (let steps = 0; steps < LONGEST; steps += 1) {
    const [across, along] = step({ ...start, column, row });
    column += across;
    row += along;
    const next = places.get(`${column} ${row}`);
    if (next) return next.name;
  }
  return nearest(land, start, step(start));
}

/** Where a straight line leaves the map: a neighbour that lies at least partly in that direction. */
function nearest(land: Land, start: Space, [across, along]: [number, number]): string {
  let found = start.name;
  let most = 0;
  for (const name of start.near) {
    const space = name === null ? undefined : land.by.get(name);
    if (!space) continue;
    const gain = (space.x - start.x) * across + (across === 0 ? (space.y - start.y) * along : 0);
    if (gain > most) [most, found] = [gain, space.name];
  }
  return found;
}

/** The next of some spaces after this one, in the order given; the first where this is none of them. */
export function following(names: readonly string[], from: string | null, by: 1 | -1): string | null {
  if (names.length === 0) return null;
  const here = from === null ? -1 : names.indexOf(from);
  if (here < 0) return names[by === 1 ? 0 : names.length - 1]!;
  return names[(here + by + names.length) % names.length]!;
}
