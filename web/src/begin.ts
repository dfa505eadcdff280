// A game against bots, at once: one click from the home page, and from the end of a lesson.
import { makeTable, newShare } from "./http";
import { reader } from "./me.svelte";
import { router } from "./router.svelte";
import { againstBots, usualCount } from "./shown/seats";
import type { GameShown } from "./wire";

/** Sit down with bots of the middle level, and go there. */
export async function beginWithBots(game: GameShown): Promise<void> {
  await reader.someone();
  const table = await makeTable({
    game: game.name,
    seats: againstBots(usualCount(game.players), game.bots[Math.floor(game.bots.length / 2)] ?? "greedy"),
    share: newShare(),
    start: true,
  });
  await router.go(`/table/${table.id}`);
}
