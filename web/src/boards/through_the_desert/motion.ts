// How a change of the view moves: a camel travels from its pile to its space, an area fills from the last camel on.
import type { DesertView } from "../../wire";
import { changesOf, type Land } from "./shown";

const TRAVEL = 280;
const NEXT = 160;
const RING = 70;
const MOST = 12;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/** Play what happened between two views on a board that already shows the second. `scale` is pixels a unit. */
export function play(board: Element, before: DesertView, after: DesertView, land: Land, scale: number): void {
  const { camels, areas } = changesOf(before, after, land);
  if (after.ply <= before.ply || camels.length === 0 || camels.length > MOST) return;
  camels.forEach((camel, k) => {
    const piece = board.querySelector(`[data-camel="${camel.space}"]`);
    const pile = board.querySelector(`[data-pile="${camel.colour}"]`);
    if (!piece || !pile) return;
    const to = piece.getBoundingClientRect();
    const from = pile.getBoundingClientRect();
    const across = (from.left + from.width / 2 - to.left - to.width / 2) / scale;
    const down = (from.top + from.height / 2 - to.top - to.height / 2) / scale;
    const start = `translate(${across.toFixed(1)}px, ${down.toFixed(1)}px)`;
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
