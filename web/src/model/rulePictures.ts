// Which part of a board a picture of a rule shows.

export interface Cut {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much is shown around spaces, as a part of what they take, and around a part of the table. */
const MARGIN = 0.06;
const EDGE = 8;

/** A place that a picture names: a space of a map, or a part of the table that its board marks with `data-place`. */
const found = (stage: Element, place: string): Element | null =>
  stage.querySelector(`[data-place="${place}"], [data-space="${place}"], [data-spot="space ${place}"]`);

/** The part of the stage with all of these places, in the stage's own measure; the whole map or table if there are none. */
export function cutTo(stage: HTMLElement, shows: readonly string[]): Cut | null {
  const whole = stage.getBoundingClientRect();
  const scale = whole.width / stage.offsetWidth || 1;
  const elements = shows.length > 0 ? shows.map((place) => found(stage, place)) : [stage];
  const boxes = elements.flatMap((one) => (one ? [one.getBoundingClientRect()] : []));
  if (boxes.length === 0 || whole.width === 0) return null;
  const left = (Math.min(...boxes.map((box) => box.left)) - whole.left) / scale;
  const top = (Math.min(...boxes.map((box) => box.top)) - whole.top) / scale;
  const width = (Math.max(...boxes.map((box) => box.right)) - whole.left) / scale - left;
  const height = (Math.max(...boxes.map((box) => box.bottom)) - whole.top) / scale - top;
  if (width === 0 || height === 0) return null;
  const margin = elements.every((one) => one === stage || one?.hasAttribute("data-place"))
    ? EDGE
    : MARGIN * Math.max(width, height);
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}
