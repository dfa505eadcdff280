// What the browser fetches before the first picture stands, compressed, against the budget.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 250_000;
const client = join(import.meta.dirname, "../../src/saltroad/server/client");
const sizes = new Map(
  readdirSync(join(client, "assets"))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => [name, gzipSync(readFileSync(join(client, "assets", name))).length]),
);

/** A chunk with everything that it imports before it can run. */
function withImports(name, seen = new Set()) {
  if (seen.has(name) || !sizes.has(name)) return seen;
  seen.add(name);
  if (name.endsWith(".js")) {
    const text = readFileSync(join(client, "assets", name), "utf-8");
    for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) withImports(other, seen);
  }
  return seen;
}

const page = readFileSync(join(client, "index.html"), "utf-8");
const first = new Set(
  [...page.matchAll(/assets\/([^"]+\.(?:js|css))"/g)].flatMap(([, name]) => [...withImports(name)]),
);
const sum = (names) => [...names].reduce((total, name) => total + sizes.get(name), 0);
const whole = sum(sizes.keys());

console.log(`first page ${sum(first)} bytes, everything ${whole} bytes, budget ${BUDGET} bytes (gzip)`);

if (sum(first) > BUDGET) process.exit(1);
