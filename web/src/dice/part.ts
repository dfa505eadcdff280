// Taking part in the dice, without any action of the user: commit to a share, and send it when all players have.
import type { Ask } from "../socket/connection";
import type { Known } from "../model/tableState";
import { keep, receiptOf, type Receipt } from "./receipts";
import { newShare, SCHEME, shareHashOf } from "./scheme";

/** The state of a table that this browser can take part at. */
export type Promised = Pick<Known, "table" | "commitment" | "deals" | "drawn" | "dice"> & { seat: number };

/**
 * The user's part in the dice. `elsewhere`: another device of theirs holds the share that the table waits for.
 * `changed`: the table shows other dice than it has promised, and the share is not sent.
 */
export type Part = "none" | "bound" | "elsewhere" | "changed";

/** Sends a message; false if it was not done. */
type Send = (message: Ask) => Promise<boolean>;

/** A receipt for what is promised now, with a share of its own for every promise. */
export function boundBy(person: string, promised: Promised): Receipt {
  const kept = receiptOf(person, promised.table);
  if (kept && kept.commitment === promised.commitment) return kept;
  const { table, commitment, deals, seat, drawn } = promised;
  const receipt: Receipt = {
    scheme: SCHEME,
    table,
    commitment,
    deals,
    seat,
    share: newShare(),
    share_hashes: [],
    commitments: [...(kept?.commitments ?? []), commitment],
    players: [],
    drawn,
    agreed: [],
    sent: false,
    elsewhere: false,
    revealed: false,
  };
  keep(person, receipt);
  return receipt;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** Do the browser's part, as the state of the table asks for it. */
export async function takePart(person: string, known: Known, send: Send): Promise<Part> {
  const { deal, seat } = known;
  if (known.dice !== SCHEME || seat === null || !deal) return "none";
  const promised = { ...known, seat };
  return known.state === "dealing" ? reveal(person, promised, send) : bind(person, promised, send);
}

type Dealt = Known & { seat: number };

/**
 * Give the hash of the share. The device that came last is the one that is bound: one that sees another's hash in place
 * of its own leaves it there.
 */
async function bind(person: string, known: Dealt, send: Send): Promise<Part> {
  const receipt = boundBy(person, known);
  const hash = await shareHashOf(receipt.share, known.table, known.commitment);
  const shown = known.deal?.share_hashes[known.seat] ?? "";
  if (shown !== hash && (shown === "" || !receipt.sent)) {
    if (!(await send({ type: "sit", seat: known.seat, share_hash: hash }))) return "none";
  } else if (shown !== hash) {
    keep(person, { ...receipt, elsewhere: true });
    return "elsewhere";
  }
  if (!receipt.sent || receipt.elsewhere) keep(person, { ...receipt, sent: true, elsewhere: false });
  return "bound";
}

/** Send the share, once all hashes are fixed: what is seen now is what everybody is bound by. */
async function reveal(person: string, known: Dealt, send: Send): Promise<Part> {
  const shown = known.deal?.share_hashes ?? [];
  if (!shown[known.seat]) return "none";
  const kept = receiptOf(person, known.table);
  if (!kept || !kept.commitments.includes(known.commitment)) return "elsewhere";
  if (kept.commitment !== known.commitment) return "changed";
  const hash = await shareHashOf(kept.share, known.table, known.commitment);
  if (shown[known.seat] !== hash) return kept.revealed ? "changed" : "elsewhere";
  if (kept.revealed && (!isSame(kept.share_hashes, shown) || kept.deals !== known.deals)) return "changed";
  const { deals, seat, drawn } = known;
  const players = known.seats.map((one) => one.name);
  if (!kept.revealed) {
    const all = { deals, seat, drawn, players, share_hashes: [...shown] };
    keep(person, { ...kept, ...all, sent: true, elsewhere: false, revealed: true });
  }
  if (!known.deal?.came.includes(seat)) await send({ type: "reveal", share: kept.share });
  return "bound";
}
