// The part of the map that is on the screen: fitted at first, then as it is zoomed and dragged.
import { Tween } from "svelte/motion";
import { cubicOut } from "svelte/easing";
import type { Box, Point } from "../model";

const MOST = 5;
/** How far a finger may slip, in pixels, and still have tapped. */
const SLIP = 6;

interface Sight extends Point {
  zoom: number;
}

export class Frame {
  /** Of the drawing on the screen, in pixels. */
  width = $state(0);
  height = $state(0);
  #sight: Tween<Sight>;
  #box: () => Box;
  #still: () => boolean;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #touches = new Map<number, Point>();
  #from: Point | null = null;
  /** Whether the pointer has dragged since it came down: then a click means nothing. */
  dragged = false;

  constructor(box: () => Box, still: () => boolean) {
    this.#box = box;
    this.#still = still;
    this.#sight = new Tween({ x: 0, y: 0, zoom: 1 }, { duration: 240, easing: cubicOut });
  }

  /** Pixels a unit when all of the map is shown. */
  get #fitted(): number {
    const { width, height } = this.#box();
    return Math.min(this.width / width, this.height / height) || 1;
  }

  get zoom(): number {
    return this.#sight.current.zoom;
  }

  /** Pixels a unit. */
  get scale(): number {
    return this.#fitted * this.zoom;
  }

  get isZoomed(): boolean {
    return this.#sight.target.zoom > 1.01;
  }

  get canGrow(): boolean {
    return this.#sight.target.zoom < MOST - 0.01;
  }

  get seen(): Box {
    const { x, y, zoom } = this.#held(this.#sight.current);
    const scale = this.#fitted * zoom;
    const width = this.width / scale || this.#box().width;
    const height = this.height / scale || this.#box().height;
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  get viewBox(): string {
    const { x, y, width, height } = this.seen;
    return `${x} ${y} ${width} ${height}`;
  }

  /** A point of the map as pixels from the corner of the drawing. */
  onScreen({ x, y }: Point): Point {
    const seen = this.seen;
    return { x: (x - seen.x) * this.scale, y: (y - seen.y) * this.scale };
  }

  #onMap({ x, y }: Point): Point {
    const seen = this.seen;
    return { x: seen.x + x / this.scale, y: seen.y + y / this.scale };
  }

  /** The same sight, moved so that nothing but map is shown where there is map enough. */
  #held({ x, y, zoom }: Sight): Sight {
    const box = this.#box();
    const scale = this.#fitted * zoom;
    const keep = (centre: number, start: number, long: number, shown: number): number =>
      shown >= long ? start + long / 2 : Math.min(Math.max(centre, start + shown / 2), start + long - shown / 2);
    return {
      x: keep(x, box.x, box.width, this.width / scale),
      y: keep(y, box.y, box.height, this.height / scale),
      zoom,
    };
  }

  #look(sight: Sight, smooth: boolean): void {
    const zoom = Math.min(Math.max(sight.zoom, 1), MOST);
    void this.#sight.set(this.#held({ ...sight, zoom }), { duration: smooth && !this.#still() ? 240 : 0 });
  }

  all(): void {
    this.#look({ x: 0, y: 0, zoom: 1 }, true);
  }

  /** Zoom around a point of the screen that stays where it is; around the middle without one. */
  by(factor: number, around?: Point, smooth = true): void {
    const sight = this.#held(this.#sight.target);
    const zoom = Math.min(Math.max(sight.zoom * factor, 1), MOST);
    const fixed = around ? this.#onMap(around) : sight;
    const share = sight.zoom / zoom;
    this.#look({ x: fixed.x + (sight.x - fixed.x) * share, y: fixed.y + (sight.y - fixed.y) * share, zoom }, smooth);
  }

  /** Show a place so large that a hex of `size` units is `pixels` high. */
  enlarge(place: Point, size: number, pixels: number): void {
    const zoom = Math.max(this.#sight.target.zoom, pixels / (size * this.#fitted));
    this.#look({ ...place, zoom }, true);
  }

  /** Bring a place into sight, if it is not. */
  reveal(place: Point, margin: number): void {
    const sight = this.#held(this.#sight.target);
    const scale = this.#fitted * sight.zoom;
    const across = Math.max(0, this.width / scale / 2 - margin);
    const down = Math.max(0, this.height / scale / 2 - margin);
    const x = Math.min(Math.max(sight.x, place.x - across), place.x + across);
    const y = Math.min(Math.max(sight.y, place.y - down), place.y + down);
    if (x !== sight.x || y !== sight.y) this.#look({ ...sight, x, y }, true);
  }

  // -- fingers and the mouse -------------------------------------------------------------------------------------------

  #point(event: PointerEvent | WheelEvent): Point {
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.isPrimary) {
      // The first to come down: one that is still noted was lifted where this drawing did not hear of it, as over a
      // note that came between. Counted as a second finger, it would turn this press into a pinch.
      this.#touches.clear();
      this.dragged = false;
    }
    this.#touches.set(event.pointerId, this.#point(event));
    this.#from = this.#touches.size === 1 ? this.#point(event) : null;
  };

  move = (event: PointerEvent): void => {
    const before = this.#touches.get(event.pointerId);
    if (!before) return;
    const now = this.#point(event);
    if (this.#touches.size === 2) {
      const other = [...this.#touches].find(([id]) => id !== event.pointerId)![1];
      const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      this.dragged = true;
      this.by(apart(now, other) / apart(before, other), middle, false);
      this.#shift((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else if (this.#touches.size === 1 && this.isZoomed) {
      const far = this.#from !== null && Math.hypot(now.x - this.#from.x, now.y - this.#from.y) > SLIP;
      if (!this.dragged && !far) return;
      this.dragged = true;
      (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
      this.#shift(now.x - before.x, now.y - before.y);
    }
    this.#touches.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    this.#touches.delete(event.pointerId);
    this.#from = null;
  };

  /** Only with Control, as a pinch on a touchpad sends it: the plain wheel scrolls the page. */
  wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * 0.01), this.#point(event), false);
  };

  #shift(across: number, down: number): void {
    const sight = this.#held(this.#sight.target);
    const scale = this.#fitted * sight.zoom;
    this.#look({ ...sight, x: sight.x - across / scale, y: sight.y - down / scale }, false);
  }
}
