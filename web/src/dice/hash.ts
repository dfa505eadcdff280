// SHA-256 and HMAC, as the dice need them. Everything here goes through `sha256`.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // The first 32 bits of the fractional parts of the cube roots and square roots of the primes, as the standard has it.
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  let prime = 2;
  for (let found = 0; found < 64; prime++) {
    let divisor = 2;
    while (divisor * divisor <= prime && prime % divisor !== 0) divisor++;
    if (divisor * divisor <= prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(prime));
    K[found++] = fraction(Math.cbrt(prime));
  }
}

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** SHA-256 (FIPS 180-4) without the browser's own: that is missing on pages that came without HTTPS, as in a home network. */
export function plainSha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, (data.length << 3) >>> 0);
  const sums = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(at + 4 * t);
    for (let t = 16; t < 64; t++) {
      const [a, b] = [w[t - 15]!, w[t - 2]!];
      const near = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const far = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[t] = w[t - 16]! + near + w[t - 7]! + far;
    }
    let [a, b, c, d, e, f, g, h] = sums as unknown as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [k, value] of [a, b, c, d, e, f, g, h].entries()) sums[k] = sums[k]! + value;
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  sums.forEach((sum, k) => out.setUint32(4 * k, sum));
  return digest;
}

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  if (!globalThis.crypto?.subtle) return plainSha256(data);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data as Uint8Array<ArrayBuffer>));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes. */
export async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const block = joined(key, new Uint8Array(64 - key.length));
  const inner = await sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const toHex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of hexadecimal digits; null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, k) => parseInt(text.slice(2 * k, 2 * k + 2), 16));
}
