// How the actions of Bazaar are written: for what is not offered, to ask why not, and to find what is offered.
import type { BazaarAction } from "../../wire";

type Untexted<Action> = Action extends { text: string } ? Omit<Action, "text"> : never;
/** An action of a player, without its text. */
export type Deed = Untexted<Extract<BazaarAction, { kind: "roll" | "take" | "trade" | "buy" | "pass" | "return" }>>;

export function actionText(deed: Deed): string {
  switch (deed.kind) {
    case "roll":
    case "pass":
      return deed.kind;
    case "take":
      return `take ${deed.colour}`;
    case "trade":
      return `trade ${deed.returned}>${deed.taken}`;
    case "buy":
      return `buy ${deed.ware}`;
    case "return":
      return `return ${deed.tokens}`;
  }
}
