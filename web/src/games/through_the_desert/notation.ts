// How an action of Through the Desert is written, for one that is not offered: to ask why not.
import type { DesertAction } from "../../wire";

export type Placement = Omit<Extract<DesertAction, { kind: "place" }>, "text">;

export const actionText = ({ colour, space }: Placement): string => `${colour} ${space}`;
