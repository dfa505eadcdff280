// How a change of the view moves: a camel travels from its pile to its space, an area fills from the last camel on, and
// a camel that is taken back goes home the way it came.
import type { DesertView } from "../../../wire";
import { changesOf, type Camel, type Land } from "../model";

const TRAVEL = 280;
const NEXT = 160;
const RING = 70;
const MOST = 12;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/** From a piece to another element, as a transform in the units of the map. */
function way(piece: Element, to: Element, scale: number): string {
  const here = piece.getBoundingClientRect();
  const there = to.getBoundingClientRect();
  const across = (there.left + there.width / 2 - here.left - here.width / 2) / scale;
  const down = (there.top + there.height / 2 - here.top - here.height / 2) / scale;
  return `translate(${across.toFixed(1)}px, ${down.toFixed(1)}px)`;
}

/** The camels that stood in the first of two views and are taken back in the second; none where too many are. */
export function takenBack(before: DesertView, after: DesertView, land: Land): Camel[] {
  const gone = after.ply < before.ply ? changesOf(after, before, land).camels : [];
  return gone.length > MOST ? [] : gone;
}

/** Camels that are shown once more only to leave: each goes back to its pile. */
export async function playBack(board: Element, camels: readonly Camel[], scale: number): Promise<void> {
  const travels = camels.flatMap((camel) => {
    const piece = board.querySelector(`[data-leaving="${camel.space}"]`);
    const pile = board.querySelector(`[data-pile="${camel.colour}"]`);
    if (!piece || !pile) return [];
    const frames = [
      { transform: "none" },
      { opacity: 1, offset: 0.7 },
      { transform: way(piece, pile, scale), opacity: 0.4 },
    ];
    return [piece.animate(frames, { duration: TRAVEL, easing: EASE, fill: "forwards" }).finished];
  });
  await Promise.allSettled(travels);
}

/** Play what happened between two views on a board that already shows the second. `scale` is pixels a unit. */
export function play(board: Element, before: DesertView, after: DesertView, land: Land, scale: number): void {
  const { camels, areas } = changesOf(before, after, land);
  if (after.ply <= before.ply || camels.length === 0 || camels.length > MOST) return;
  camels.forEach((camel, k) => {
    const piece = board.querySelector(`[data-camel="${camel.space}"]`);
    const pile = board.querySelector(`[data-pile="${camel.colour}"]`);
    if (!piece || !pile) return;
    const start = way(piece, pile, scale);
    piece.animate([{ transform: start, opacity: 0.4 }, { opacity: 1, offset: 0.3 }, { transform: "none" }], {
      duration: TRAVEL,
      delay: k * NEXT,
      easing: EASE,
      fill: "backwards",
    });
  });
  const arrived = TRAVEL + (camels.length - 1) * NEXT;
  for (const [space, steps] of areas) {
    board.querySelector(`[data-area="${space}"]`)?.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: 220,
      delay: arrived + steps * RING,
      easing: "ease-out",
      fill: "backwards",
    });
  }
}
