// Zoom and pan of the map: pinch, drag, buttons, and the wheel with Ctrl.
import { FRAME } from "./geometry";

const MOST = 3.2;
const STIRRED = 7;
/** How far one may look beyond the map's edge: what lies under the tray must come out. */
const BEYOND = 110;

interface Finger {
  x: number;
  y: number;
}

export class Zoom {
  scale = $state(1);
  #x = $state(FRAME.x + FRAME.width / 2);
  #y = $state(FRAME.y + FRAME.height / 2);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #fingers = new Map<number, Finger>();
  #start: Finger | null = null;
  /** Whether the fingers moved the map: the click that follows is none. */
  moved = false;

  get viewBox(): string {
    const width = FRAME.width / this.scale;
    const height = FRAME.height / this.scale;
    return `${this.#x - width / 2} ${this.#y - height / 2} ${width} ${height}`;
  }

  /** Where the middle lies, so that the map hardly leaves its frame. */
  #moveTo(x: number, y: number): void {
    const beyond = this.scale > 1 ? BEYOND : 0;
    const roomX = (FRAME.width * (1 - 1 / this.scale)) / 2 + beyond;
    const roomY = (FRAME.height * (1 - 1 / this.scale)) / 2 + beyond;
    const [midX, midY] = [FRAME.x + FRAME.width / 2, FRAME.y + FRAME.height / 2];
    this.#x = Math.min(midX + roomX, Math.max(midX - roomX, x));
    this.#y = Math.min(midY + roomY, Math.max(midY - roomY, y));
  }

  /** Nearer or farther, around a point of the map that keeps its place. */
  by(factor: number, x = this.#x, y = this.#y): void {
    const before = this.scale;
    this.scale = Math.min(MOST, Math.max(1, before * factor));
    const left = before / this.scale;
    this.#moveTo(x + (this.#x - x) * left, y + (this.#y - y) * left);
  }

  reset(): void {
    this.scale = 1;
    this.#moveTo(0, 0);
  }

  /** Bring a point into sight. */
  reveal(x: number, y: number): void {
    if (this.scale === 1) return;
    const [far, high] = [(FRAME.width / this.scale) * 0.38, (FRAME.height / this.scale) * 0.38];
    const toX = Math.max(x - far, Math.min(x + far, this.#x));
    const toY = Math.max(y - high, Math.min(y + high, this.#y));
    if (toX !== this.#x || toY !== this.#y) this.#moveTo(toX, toY);
  }

  /** A point of the screen as one of the map. */
  at(svg: SVGSVGElement, event: { clientX: number; clientY: number }): Finger {
    const matrix = svg.getScreenCTM();
    if (matrix === null) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  down(event: PointerEvent): void {
    if (event.isPrimary) {
      // The first to come down: one that is still noted was lifted where this drawing did not hear of it, as over a
      // note that came between. Counted as a second finger, it would turn this press into a pinch.
      this.#fingers.clear();
      this.moved = false;
    }
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#start = { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent & { currentTarget: SVGSVGElement }): void {
    const before = this.#fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const svg = event.currentTarget;
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    const perPixel = 1 / (svg.getScreenCTM()?.a ?? 1);
    if (others[0] !== undefined) {
      const apart = (a: Finger, b: Finger) => Math.hypot(a.x - b.x, a.y - b.y);
      const middle = this.at(svg, { clientX: (now.x + others[0].x) / 2, clientY: (now.y + others[0].y) / 2 });
      this.by(apart(now, others[0]) / Math.max(1, apart(before, others[0])), middle.x, middle.y);
      this.#moveTo(this.#x - ((now.x - before.x) * perPixel) / 2, this.#y - ((now.y - before.y) * perPixel) / 2);
      this.moved = true;
    } else if (this.scale > 1) {
      const far = this.#start === null ? 0 : Math.hypot(now.x - this.#start.x, now.y - this.#start.y);
      if (!this.moved && far < STIRRED) return;
      if (!this.moved) svg.setPointerCapture(event.pointerId);
      this.moved = true;
      this.#moveTo(this.#x - (now.x - before.x) * perPixel, this.#y - (now.y - before.y) * perPixel);
    }
    this.#fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
  }

  wheel(event: WheelEvent & { currentTarget: SVGSVGElement }): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = this.at(event.currentTarget, event);
    this.by(Math.exp(-event.deltaY / 200), x, y);
  }
}
