// How the actions of Desert Bazaar are written: for what is not offered, to ask why not, and to know a choice by.
import type { CampAction } from "../../wire";

type Untexted<Action> = Action extends { text: string } ? Omit<Action, "text"> : never;
/** An action of a player, without its text. */
export type Deed = Untexted<CampAction>;

export function actionText(deed: Deed): string {
  switch (deed.kind) {
    case "name":
      return `name ${deed.cards}`;
    case "roll":
      return deed.free === null ? "roll" : `roll ${deed.free}`;
    case "collect":
      return `collect ${deed.resource}`;
    case "keep":
      return `keep ${deed.face}`;
    case "build":
      return `build ${deed.tile} ${deed.space}`;
    case "pay":
      return `pay ${deed.cards === "" ? "-" : deed.cards}`;
    case "done":
      return "done";
  }
}
