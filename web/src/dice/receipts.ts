// Receipts: what this browser was promised and what it gave at each table, kept on this device for the check at the end.

/** As `saltroad verify --receipt` reads it. Seats are counted from 0, before the order was drawn. */
export type Receipt = {
  scheme: string;
  table: string;
  commitment: string;
  deals: number;
  seat: number;
  share: string;
  /** As they were shown before this browser sent its share; empty until then. */
  share_hashes: string[];
  /** Every commitment that the table has shown, in order. */
  commitments: string[];
  players: string[];
  /** Whether the order of the seats was to be drawn. */
  drawn: boolean;
  /** The plies of new draws that the user asked for or agreed to. */
  agreed: number[];
  /** Whether the table has taken the hash of the share. */
  sent: boolean;
  /** Whether another device of the user has given a share in place of this one's. */
  elsewhere: boolean;
  /** Whether the share was sent, or is about to be: from then on nothing above may change. */
  revealed: boolean;
};

const MOST = 200;
const LIST = "saltroad.receipts";
/** For a browser that keeps nothing. */
const memory = new Map<string, string>();

const keyOf = (person: string, table: string) => `saltroad.receipt.${person}.${table}`;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full, or not allowed: it is kept as long as the page is.
  }
}

function drop(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}

function parsed<T>(text: string | null, otherwise: T): T {
  try {
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** The receipt of a person for a table; null if this device has none. */
export const receiptOf = (person: string, table: string): Receipt | null =>
  parsed<Receipt | null>(read(keyOf(person, table)), null);

/** Store a receipt, and drop the oldest of too many. */
export function keep(person: string, receipt: Receipt): void {
  const key = keyOf(person, receipt.table);
  write(key, JSON.stringify(receipt));
  const listed = parsed<string[]>(read(LIST), []);
  if (listed.at(-1) === key) return;
  const all = [...listed.filter((other) => other !== key), key];
  for (const old of all.slice(0, -MOST)) drop(old);
  write(LIST, JSON.stringify(all.slice(-MOST)));
}

/** Note that the user asks for a new draw, or agrees to one; or that nothing came of it. */
export function noteAgreed(person: string, table: string, ply: number, agrees: boolean): void {
  const receipt = receiptOf(person, table);
  if (!receipt) return;
  const last = receipt.agreed.lastIndexOf(ply);
  const agreed = agrees ? [...receipt.agreed, ply] : receipt.agreed.filter((_, at) => at !== last);
  keep(person, { ...receipt, agreed });
}
