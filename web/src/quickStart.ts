// Starting a game in one click: against bots, alone, or as a rematch.
import { boundBy, type Promised } from "./dice/part";
import { SCHEME, shareHashOf } from "./dice/scheme";
import { askTable, getTable, makeTable } from "./http";
import { level } from "./botLevel.svelte";
import { user } from "./user.svelte";
import { router } from "./router.svelte";
import { applied } from "./model/tableState";
import { againstBots, soloOption, usualCount } from "./model/seats";
import type { GameShown, NewTable } from "./wire";

/** Sit down with bots of the chosen level, and go there. */
export async function startWithBots(game: GameShown): Promise<void> {
  await begin(game, againstBots(usualCount(game.players), level.of(game.bots)));
}

/** Play a game's variant for one player. */
export async function startSolo(game: GameShown): Promise<void> {
  const option = soloOption(game);
  if (option) await begin(game, [{ kind: "me" }], { [option.name]: "on" });
}

async function begin(game: GameShown, seats: NewTable["seats"], options: NewTable["options"] = {}): Promise<void> {
  await createAndStart({ game: game.name, seats, options });
}

/** Make a table that is full from the start, and go there: its page sends the share, and the game begins. */
export async function createAndStart(wanted: NewTable): Promise<void> {
  const me = await user.ensureUser();
  const table = await makeTable(wanted);
  const { id, seat, commitment } = table;
  if (seat !== null)
    await startBound(me.id, { table: id, seat, commitment, deals: 1, drawn: wanted.drawn ?? true, dice: SCHEME });
  await router.go(`/table/${id}`);
}

/** Another game with the same bots. */
export async function startRematch(id: string): Promise<void> {
  const me = await user.ensureUser();
  const known = applied(null, await getTable(id));
  if (known && known.seat !== null && known.state === "open") await startBound(me.id, { ...known, seat: known.seat });
  await router.go(`/table/${id}`);
}

/** Begin a game against bots with dice in which this browser has a share, too. */
async function startBound(person: string, promised: Promised): Promise<void> {
  const { table, seat, commitment } = promised;
  const share_hash = await shareHashOf(boundBy(person, promised).share, table, commitment);
  await askTable(table, { type: "sit", seat, share_hash });
  await askTable(table, { type: "start" });
}
