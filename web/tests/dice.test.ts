// The dice by the browser's own code, against numbers that Python worked out; and what a check must find.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { check, type Seen } from "../src/dice/check";
import { bytesOf, fromHex, hmac, plainSha256, sha256, toHex } from "../src/dice/hash";
import { boundBy, takePart } from "../src/dice/part";
import { keep, noteAgreed, receiptOf, type Receipt } from "../src/dice/receipts";
import { below, commitmentOf, draw, drawOrder, newShare, SCHEME, shareHashOf } from "../src/dice/scheme";
import type { Known } from "../src/model/tableState";
import type { Ask } from "../src/socket/connection";
import type { DiceShown } from "../src/wire";
import vectors from "./fixtures/dice.json";

describe("hashes", () => {
  test.each(vectors.sha256)("SHA-256 of %s", async (text, digest) => {
    expect(toHex(plainSha256(bytesOf(text)))).toBe(digest);
    expect(toHex(await sha256(bytesOf(text)))).toBe(digest);
  });

  test.each(vectors.hmac)("HMAC by %s of %s", async (key, text, digest) => {
    expect(toHex(await hmac(fromHex(key)!, bytesOf(text)))).toBe(digest);
  });

  test("hexadecimal digits, and what is none", () => {
    expect(toHex(fromHex("00ff7a")!)).toBe("00ff7a");
    for (const wrong of ["0", "0g", "AB", "00 "]) expect(fromHex(wrong)).toBeNull();
  });
});

describe.each(["with WebCrypto", "without, as on a page without HTTPS"])("the scheme %s", (how) => {
  beforeEach(() => {
    if (how !== "with WebCrypto") vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  });
  afterEach(() => void vi.unstubAllGlobals());

  test.each(vectors.schemes)("$scheme", async (one) => {
    expect(await commitmentOf(one.scheme, one.table, one.seed)).toBe(one.commitment);
    for (const [at, share] of one.shares.entries()) {
      expect(await shareHashOf(share, one.table, one.commitment)).toBe(one.share_hashes[at]);
    }
    expect(await drawOrder(one)).toEqual(one.order);
    for (const [ply, weights, drawn] of one.draws as [number, number[], number][]) {
      expect(await draw(one, ply, weights)).toBe(drawn);
    }
    for (const [ply, number] of one.passed_over.entries()) {
      expect(String(await below(one, 2n ** 63n + 1n, ply, 0))).toBe(number);
    }
  });

  test("a share is new each time", () => {
    const shares = new Set(Array.from({ length: 50 }, newShare));
    expect(shares.size).toBe(50);
    for (const share of shares) expect(share).toMatch(/^[0-9a-f]{64}$/);
  });
});

// -- the check ---------------------------------------------------------------------------------------------------------

const [first, second] = vectors.games;
const shown = second!.dice as DiceShown;
const kept: Receipt = { ...second!.receipt!, sent: true, elsewhere: false, revealed: true };
const seen: Seen = { commitment: shown.commitment, log: second!.log, names: second!.names };

const found = async (dice: Partial<DiceShown>, receipt: Partial<Receipt> | null = {}, was: Partial<Seen> = {}) =>
  (await check({ ...shown, ...dice }, receipt && { ...kept, ...receipt }, { ...seen, ...was })).differs;

describe("the check", () => {
  test("of a game that is as promised", async () => {
    expect(await check(shown, kept, seen)).toEqual({ differs: null, draws: shown.draws.length, hasReceipt: true });
  });

  test("without a receipt, or with one of a device that took no part", async () => {
    expect(await check(shown, null, seen)).toEqual({ differs: null, draws: shown.draws.length, hasReceipt: false });
    const looked = { ...kept, commitment: "", sent: false, revealed: false };
    expect((await check(shown, looked, seen)).hasReceipt).toBe(false);
    expect(await check(shown, { ...kept, share: "of the other device", elsewhere: true }, seen)).toMatchObject({
      differs: null,
      hasReceipt: false,
    });
  });

  test("of a game by the first scheme", async () => {
    const dice = first!.dice as DiceShown;
    const was = { commitment: dice.commitment, log: first!.log, names: first!.names };
    expect((await check(dice, null, was)).differs).toBeNull();
    expect((await check({ ...dice, seed: shown.seed.replace("9", "8") }, null, was)).differs).toEqual({ what: "seed" });
    expect((await check({ ...dice, drawn_anew: [] }, null, was)).differs).toMatchObject({ what: "draw" });
  });

  const other = "ab".repeat(32);
  const swapped = (list: string[], at: number, by: string) => list.map((one, k) => (k === at ? by : one));

  test("names what a receipt tells otherwise", async () => {
    expect(await found({ commitment: other })).toEqual({ what: "promise" });
    expect(await found({ table: "elsewhere" })).toEqual({ what: "promise" });
    expect(await found({ deals: 1 })).toEqual({ what: "deals" });
    expect(await found({}, { commitments: ["a", "b", "c"] })).toEqual({ what: "deals" });
    expect(await found({}, { share_hashes: swapped(kept.share_hashes, 2, other) })).toEqual({ what: "hash", seat: 2 });
    expect(await found({}, { share_hashes: swapped(kept.share_hashes, 1, other) })).toEqual({ what: "hash", seat: 1 });
    expect(await found({}, { share: other })).toEqual({ what: "own_share" });
    expect(await found({}, { revealed: false })).toEqual({ what: "left_out" });
    expect(await found({ share_hashes: ["", "", shown.share_hashes[2]!] })).toEqual({ what: "left_out" });
    expect(await found({ order: null })).toEqual({ what: "order" });
    expect(await found({}, { agreed: [21, 21] })).toEqual({ what: "redraw", ply: 21 });
    expect(await found({}, { agreed: [21, 5, 21, 21] })).toBeNull();
    expect(await found({}, { players: ["Ada", "Bo", "Idris"] })).toEqual({ what: "players", seat: 1 });
    expect(await found({}, {}, { names: swapped([...seen.names], 0, "Somebody") })).toBeNull();
  });

  test("names what does not fit itself", async () => {
    expect(await found({}, null, { commitment: other })).toEqual({ what: "promise" });
    expect(await found({ seed: other })).toEqual({ what: "seed" });
    expect(await found({ shares: swapped(shown.shares, 2, other) })).toEqual({ what: "share", seat: 2 });
    expect(await found({ shares: swapped(shown.shares, 1, other) })).toEqual({ what: "share", seat: 1 });
    expect(await found({ order: [0, 1, 2] })).toEqual({ what: "order" });
    expect(await found({ draws: shown.draws.slice(1) })).toEqual({ what: "log" });
  });

  test("names a draw that fell otherwise, and one that the page was told otherwise", async () => {
    const at = shown.draws.findIndex((one) => one.outcomes.length > 3);
    const { ply, outcomes, happened } = shown.draws[at]!;
    const wrong = (happened + 1) % outcomes.length;
    const draws = shown.draws.map((one, k) => (k === at ? { ...one, happened: wrong } : one));
    expect(await found({ draws })).toEqual({ what: "log" });
    const log = seen.log.map((one, k) => (k === ply ? { ...one, action: outcomes[wrong]! } : one));
    expect(await found({}, {}, { log })).toEqual({ what: "log" });
    expect(await found({ draws }, {}, { log })).toEqual({
      what: "draw",
      ply,
      happened: outcomes[wrong],
      drawn: outcomes[happened],
    });
  });
});

// -- taking part -------------------------------------------------------------------------------------------------------

describe("a browser takes part by itself", () => {
  const told = (change: Partial<Known>): Known =>
    ({
      table: "t1",
      dice: SCHEME,
      commitment: "c1",
      deals: 1,
      drawn: true,
      state: "open",
      seat: 0,
      seats: [{ name: "Ada" }, { name: "Bo" }],
      deal: { share_hashes: ["", ""], came: [], since: null },
      ...change,
    }) as Known;
  let person = 0;
  let sent: Ask[] = [];
  const send = (message: Ask) => Promise.resolve(Boolean(sent.push(message)));
  const take = (change: Partial<Known>) => takePart(`p${person}`, told(change), send);
  const hashOf = () => shareHashOf(receiptOf(`p${person}`, "t1")!.share, "t1", "c1");
  const dealt = (share_hashes: string[], came: number[] = []): Partial<Known> => ({
    state: "dealing",
    deal: { share_hashes, came, since: 5 },
  });

  beforeEach(() => {
    person += 1;
    sent = [];
  });

  test("bound at the open table, once; the share goes out when all are bound", async () => {
    expect(await take({})).toBe("bound");
    const hash = await hashOf();
    expect(sent).toEqual([{ type: "sit", seat: 0, share_hash: hash }]);
    expect(await take({ deal: { share_hashes: [hash, ""], came: [], since: null } })).toBe("bound");
    expect(sent.length).toBe(1);
    expect(await take(dealt([hash, "h2"]))).toBe("bound");
    const receipt = receiptOf(`p${person}`, "t1")!;
    expect(sent[1]).toEqual({ type: "reveal", share: receipt.share });
    expect(receipt).toMatchObject({
      share_hashes: [hash, "h2"],
      players: ["Ada", "Bo"],
      revealed: true,
      drawn: true,
      seat: 0,
    });
    expect(await take(dealt([hash, "h2"], [0]))).toBe("bound");
    expect(sent.length).toBe(2);
  });

  test("what is seen after the share was sent changes nothing in the receipt", async () => {
    await take({});
    const hash = await hashOf();
    await take(dealt([hash, "h2"]));
    const before = receiptOf(`p${person}`, "t1");
    expect(await take(dealt([hash, "h3"]))).toBe("changed");
    expect(await take({ ...dealt([hash, "h2"]), deals: 2 })).toBe("changed");
    expect(await take(dealt(["other", "h2"]))).toBe("changed");
    expect(receiptOf(`p${person}`, "t1")).toEqual(before);
    expect(sent.length).toBe(2);
  });

  test("a new promise gets a new share, and the old one is noted", async () => {
    await take({});
    const old = receiptOf(`p${person}`, "t1")!;
    await take({ commitment: "c2", deals: 2 });
    const receipt = receiptOf(`p${person}`, "t1")!;
    expect(receipt).toMatchObject({ commitment: "c2", deals: 2, commitments: ["c1", "c2"], revealed: false });
    expect(receipt.share).not.toBe(old.share);
    expect(await take({ ...dealt(["x", ""]), commitment: "c1" })).toBe("changed");
    expect(await take({ ...dealt(["x", ""]), commitment: "c9" })).toBe("elsewhere");
  });

  test("the device that comes last is the one that is bound, without a quarrel", async () => {
    await take({});
    expect(await take({ deal: { share_hashes: ["of the other device", ""], came: [], since: null } })).toBe(
      "elsewhere",
    );
    expect(sent.length).toBe(1);
    expect(receiptOf(`p${person}`, "t1")!.elsewhere).toBe(true);
    expect(await take(dealt(["of the other device", ""]))).toBe("elsewhere");
    expect(sent.length).toBe(1);
    person += 1;
    expect(await take({ deal: { share_hashes: ["of the other device", ""], came: [], since: null } })).toBe("bound");
    expect(sent.length).toBe(2);
  });

  test("what was not taken is sent again", async () => {
    await takePart(`p${person}`, told({}), () => Promise.resolve(false));
    expect(receiptOf(`p${person}`, "t1")!.sent).toBe(false);
    const share = receiptOf(`p${person}`, "t1")!.share;
    expect(await take({ deal: { share_hashes: ["somebody's", ""], came: [], since: null } })).toBe("bound");
    expect(receiptOf(`p${person}`, "t1")).toMatchObject({ share, sent: true });
  });

  test("whoever has no seat, no hash there, or another scheme does nothing", async () => {
    expect(await take({ seat: null })).toBe("none");
    expect(await take({ dice: "saltroad dice 1" })).toBe("none");
    expect(await take({ deal: null, state: "playing" })).toBe("none");
    expect(await take(dealt(["", "h2"]))).toBe("none");
    expect(sent).toEqual([]);
  });

  test("new draws that were agreed to are noted, and those that nothing came of are not", () => {
    boundBy(`p${person}`, { ...told({}), seat: 0 });
    noteAgreed(`p${person}`, "t1", 7, true);
    noteAgreed(`p${person}`, "t1", 9, true);
    noteAgreed(`p${person}`, "t1", 7, true);
    noteAgreed(`p${person}`, "t1", 7, false);
    expect(receiptOf(`p${person}`, "t1")!.agreed).toEqual([7, 9]);
  });

  test("the newest receipts are kept, and not without end", () => {
    for (let table = 0; table < 230; table++) keep(`p${person}`, { ...kept, table: `t${table}` });
    const left = Array.from({ length: 230 }, (_, table) => receiptOf(`p${person}`, `t${table}`)).filter(Boolean);
    expect(left.length).toBe(200);
    expect(left[0]!.table).toBe("t30");
  });
});
