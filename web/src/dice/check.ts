// The check of a finished game's dice in this browser alone: the commitment, the shares, and every draw.
import { FORGOTTEN } from "../model/seats";
import type { DiceShown, Happened } from "../wire";
import type { Receipt } from "./receipts";
import { commitmentOf, draw, drawOrder, FIRST_SCHEME, shareHashOf } from "./scheme";

/** What the page was told while the game was played. */
export type Seen = { commitment: string; log: readonly Pick<Happened, "actor" | "action">[]; names: readonly string[] };

/** The first difference that was found. Seats and plies are counted from 0. */
export type Differs =
  | { what: "promise" | "seed" | "left_out" | "deals" | "order" | "log" }
  | { what: "hash" | "share" | "players"; seat: number }
  | { what: "own_share" }
  | { what: "redraw"; ply: number }
  | { what: "draw"; ply: number; happened: string; drawn: string };

export type Checked = {
  differs: Differs | null;
  /** How many draws of chance there were. */
  draws: number;
  /** Whether this device had a receipt to check by. */
  hasReceipt: boolean;
};

const CHANCE = -1;

export async function check(dice: DiceShown, receipt: Receipt | null, seen: Seen): Promise<Checked> {
  // A device that only watched, or whose share another device of the user has replaced, has no promise to check by.
  const kept = receipt && !receipt.elsewhere && (receipt.revealed || receipt.sent) ? receipt : null;
  const differs =
    (kept && againstReceipt(dice, kept)) ??
    (await againstItself(dice, seen)) ??
    (kept && seatsOf(dice, kept, seen)) ??
    (await drawsOf(dice, seen));
  return { differs: differs ?? null, draws: dice.draws.length, hasReceipt: kept !== null };
}

function againstReceipt(dice: DiceShown, kept: Receipt): Differs | null {
  if (dice.scheme !== kept.scheme || dice.table !== kept.table || dice.commitment !== kept.commitment)
    return { what: "promise" };
  if (!kept.revealed || !dice.share_hashes[kept.seat]) return { what: "left_out" };
  if (dice.deals !== Math.max(kept.deals, kept.commitments.length)) return { what: "deals" };
  const length = Math.max(dice.share_hashes.length, kept.share_hashes.length);
  for (let seat = 0; seat < length; seat++) {
    if (dice.share_hashes[seat] !== kept.share_hashes[seat]) return { what: "hash", seat };
  }
  if (dice.shares[kept.seat] !== kept.share) return { what: "own_share" };
  if ((dice.order !== null) !== kept.drawn) return { what: "order" };
  const agreed = [...kept.agreed];
  for (const ply of dice.drawn_anew) {
    const at = agreed.indexOf(ply);
    if (at < 0) return { what: "redraw", ply };
    agreed.splice(at, 1);
  }
  return null;
}

async function againstItself(dice: DiceShown, seen: Seen): Promise<Differs | null> {
  if (seen.commitment !== dice.commitment) return { what: "promise" };
  if ((await commitmentOf(dice.scheme, dice.table, dice.seed)) !== dice.commitment) return { what: "seed" };
  if (dice.scheme === FIRST_SCHEME) return null;
  for (const [seat, share] of dice.shares.entries()) {
    const hash = share && (await shareHashOf(share, dice.table, dice.commitment));
    if (hash !== dice.share_hashes[seat]) return { what: "share", seat };
  }
  if (dice.order && String(await drawOrder(dice)) !== String(dice.order)) return { what: "order" };
  return null;
}

/** Whether the drawn order is of the players who sat there. */
function seatsOf(dice: DiceShown, kept: Receipt, seen: Seen): Differs | null {
  const order = dice.order ?? seen.names.map((_, seat) => seat);
  for (const [seat, before] of order.entries()) {
    const name = seen.names[seat];
    if (name !== kept.players[before] && name !== FORGOTTEN) return { what: "players", seat: before };
  }
  return null;
}

async function drawsOf(dice: DiceShown, seen: Seen): Promise<Differs | null> {
  for (const { ply, outcomes, weights, happened } of dice.draws) {
    if (seen.log[ply]?.actor !== CHANCE || seen.log[ply].action !== outcomes[happened]) return { what: "log" };
    const drawn = await draw(dice, ply, weights);
    if (drawn !== happened)
      return { what: "draw", ply, happened: outcomes[happened] ?? "", drawn: outcomes[drawn] ?? "" };
  }
  const decided = seen.log.filter((one) => one.actor === CHANCE).length;
  return decided === dice.draws.length ? null : { what: "log" };
}
