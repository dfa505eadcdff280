// The scheme of the dice: commitments, hashes and draws. Written from docs/reference/fair-dice.md, not from the server's
// code.
import { bytesOf, fromHex, hmac, joined, sha256, toHex } from "./hash";

export const SCHEME = "saltroad dice 2";
/** The scheme of older games: a commitment without the table, shares without hashes, an order that is not checked. */
export const FIRST_SCHEME = "saltroad dice 1";

/** The dice of a game: all that decides chance. Shares are by seat, in the second scheme before the order was drawn. */
export type Dice = {
  scheme: string;
  table: string;
  seed: string;
  shares: readonly string[];
  drawn_anew: readonly number[];
};

/** This browser's share: not even the server can know it beforehand. */
export const newShare = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

export async function commitmentOf(scheme: string, table: string, seed: string): Promise<string> {
  const named = scheme === FIRST_SCHEME ? scheme : `${scheme}\n${table}`;
  return toHex(await sha256(joined(bytesOf(`${named}\n`), fromHex(seed) ?? new Uint8Array())));
}

export async function shareHashOf(share: string, table: string, commitment: string): Promise<string> {
  return toHex(await sha256(bytesOf(`saltroad share 2\n${table}\n${commitment}\n${share}`)));
}

/** A number below the bound, all equally likely; `place` says which one of the game. */
export async function below(dice: Dice, bound: bigint, ...place: (string | number)[]): Promise<bigint> {
  const key = fromHex(dice.seed) ?? new Uint8Array();
  const fair = (2n ** 64n / bound) * bound;
  for (let block = 0; ; block++) {
    const message = JSON.stringify([dice.scheme, dice.table, dice.shares, ...place, block]);
    const digest = new DataView((await hmac(key, bytesOf(message))).buffer);
    for (let at = 0; at < 32; at += 8) {
      const number = digest.getBigUint64(at);
      if (number < fair) return number % bound;
    }
  }
}

/** The outcome at a ply: an index of the weights. -1 if no outcome is possible. */
export async function draw(dice: Dice, ply: number, weights: readonly number[]): Promise<number> {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total <= 0n) return -1;
  const again = dice.drawn_anew.filter((back) => back <= ply).length;
  let left = await below(dice, total, ply, again);
  return weights.findIndex((weight) => (left -= BigInt(weight)) < 0n);
}

/** The order of the seats: for each, its number before. */
export async function drawOrder(dice: Dice): Promise<number[]> {
  const seats = dice.shares.map((_, seat) => seat);
  for (let k = seats.length - 1; k > 0; k--) {
    const j = Number(await below(dice, BigInt(k + 1), "order", k));
    [seats[k], seats[j]] = [seats[j]!, seats[k]!];
  }
  return seats;
}
