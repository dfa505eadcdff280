// Where the spaces of the camp map lie, in units of a hundredth of a hex's width, and how one walks across them.
import components from "../components.json";

export interface Place {
  name: string;
  q: number;
  x: number;
  y: number;
  /** The neighbours in a circle, from above clockwise. */
  near: (string | null)[];
}

const UNIT = 100;
export const RADIUS = UNIT / 2;

export const PLACES: ReadonlyMap<string, Place> = new Map(
  components.spaces.map(({ name, q, x, y, near }) => [name, { name, q, x: x * UNIT, y: y * UNIT, near }]),
);

const HALF_WIDTH = Math.max(...[...PLACES.values()].map((place) => place.x)) + RADIUS;
const BORDER = 16;

/** The cloth that the map lies on: a hexagon that stands on a corner. */
const CLOTH_WIDTH = HALF_WIDTH + BORDER;
const CLOTH_HEIGHT = CLOTH_WIDTH / Math.cos(Math.PI / 6);

export function cloth(inset: number): string {
  const [x, y] = [CLOTH_WIDTH - inset, CLOTH_HEIGHT - inset / Math.cos(Math.PI / 6)];
  return `M0 ${-y}L${x} ${-y / 2}V${y / 2}L0 ${y}L${-x} ${y / 2}V${-y / 2}Z`;
}

const MARGIN = 12;

/** The whole map with its edge. */
export const FRAME = {
  x: -CLOTH_WIDTH - MARGIN,
  y: -CLOTH_HEIGHT - MARGIN,
  width: 2 * (CLOTH_WIDTH + MARGIN),
  height: 2 * (CLOTH_HEIGHT + MARGIN),
};

type Point = [x: number, y: number];

/** The corner of a hex, counted from the right clockwise. */
function corner(x: number, y: number, k: number, radius = RADIUS): Point {
  const angle = (k * Math.PI) / 3;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

const written = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;

/** A hex around 0,0. */
export function hexPath(radius: number): string {
  return `M${[0, 1, 2, 3, 4, 5].map((k) => written(corner(0, 0, k, radius))).join("L")}Z`;
}

/** The line around spaces that touch, holes included. */
export function outline(names: readonly string[]): string {
  const inside = new Set(names);
  const next = new Map<string, Point[]>();
  const starts: Point[] = [];
  for (const name of names) {
    const { x, y, near } = PLACES.get(name)!;
    near.forEach((other, k) => {
      if (other !== null && inside.has(other)) return;
      const from = corner(x, y, (k + 4) % 6);
      starts.push(from);
      next.set(written(from), [...(next.get(written(from)) ?? []), corner(x, y, (k + 5) % 6)]);
    });
  }
  let path = "";
  for (const start of starts) {
    let at = start;
    const line: string[] = [];
    for (let to = next.get(written(at))?.pop(); to !== undefined; to = next.get(written(at))?.pop()) {
      line.push(written(at));
      at = to;
    }
    if (line.length > 0) path += `M${line.join("L")}Z`;
  }
  return path;
}

/** Where an arrow key leads: left and right keep to a row, which zigzags. */
export function walk(from: string, key: string): string | null {
  const { near, q } = PLACES.get(from)!;
  const even = q % 2 === 0;
  const ways: Record<string, number[]> = {
    ArrowUp: [0],
    ArrowDown: [3],
    ArrowRight: even ? [1, 2] : [2, 1],
    ArrowLeft: even ? [5, 4] : [4, 5],
  };
  for (const way of ways[key] ?? []) {
    const to = near[way];
    if (to) return to;
  }
  return null;
}
