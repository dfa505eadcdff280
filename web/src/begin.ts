// A game at once: one click from the home page, and from the end of a lesson.
import { makeTable, newShare } from "./http";
import { level } from "./level.svelte";
import { reader } from "./me.svelte";
import { router } from "./router.svelte";
import { againstBots, forOne, usualCount } from "./shown/seats";
import type { GameShown, NewTable } from "./wire";

/** Sit down with bots of the chosen level, and go there. */
export async function beginWithBots(game: GameShown): Promise<void> {
  await begin(game, againstBots(usualCount(game.players), level.of(game.bots)));
}

/** Play what a game has for one alone. */
export async function beginAlone(game: GameShown): Promise<void> {
  const option = forOne(game);
  if (option) await begin(game, [{ kind: "me" }], { [option.name]: "on" });
}

async function begin(game: GameShown, seats: NewTable["seats"], options: NewTable["options"] = {}): Promise<void> {
  await reader.someone();
  const table = await makeTable({ game: game.name, seats, options, share: newShare(), start: true });
  await router.go(`/table/${table.id}`);
}
