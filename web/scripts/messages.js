// Every message is there in every language, with the same inputs, and is used somewhere; English and French are set as
// they should be, and a number before a noun has plural forms: anything else fails.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const languages = ["en", "fr"];
const faults = [];
/** Messages whose number is never one. */
const ALWAYS_MANY = new Set(["db_name_many"]);

const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("paraglide") && /\.(svelte|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const source = filesUnder(join(root, "src"))
  .map((file) => readFileSync(file, "utf-8"))
  .join("\n");
const used = new Set(
  [...source.matchAll(/\bm\.([a-z0-9_]+)/g), ...source.matchAll(/\bm\["([a-z0-9_]+)"\]/g)].map((match) => match[1]),
);

const inputsOf = (message) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]))].sort();

/** All texts of a message: one, or one for each form. */
const textsOf = (message) =>
  typeof message === "string" ? [message] : message.flatMap((one) => Object.values(one.match));

/** French has a narrow space that does not break before : ; ? ! and inside «», a round apostrophe, and no "de" before a
 * name, which may begin with a vowel. */
function setBadly(text) {
  if (/[^\u202f](?:[;?!»]|:(?!\/\/))/u.test(text)) return "needs U+202F before : ; ? ! or »";
  if (/«[^\u202f]/u.test(text)) return "needs U+202F after «";
  if (/(?:^|[\s(])(?:de|que|jusque|lorsque|puisque|quoique) \{(?:name|names|absent|chooser)\}/iu.test(text))
    return "needs words that stay whole before a name: « de Bo » would be « d’Ada »";
  return text.includes("'") ? "needs ’ for '" : null;
}

const defined = new Set();
for (const file of readdirSync(join(root, "messages", languages[0]))) {
  const [first, ...others] = languages.map((language) =>
    JSON.parse(readFileSync(join(root, "messages", language, file), "utf-8")),
  );
  for (const [at, other] of others.entries()) {
    for (const key of new Set([...Object.keys(first), ...Object.keys(other)])) {
      const language = key in first ? languages[at + 1] : languages[0];
      if (!(key in first) || !(key in other)) faults.push(`${file}: ${key} is missing in ${language}`);
      else if (typeof first[key] === "string" && `${inputsOf(first[key])}` !== `${inputsOf(other[key])}`)
        faults.push(`${file}: ${key} has other inputs in ${languages[at + 1]}`);
    }
  }
  for (const [key, message] of Object.entries(first))
    for (const text of key === "$schema" ? [] : textsOf(message))
      if (text.includes("'") || / …/.test(text))
        faults.push(`${file}: ${key} needs ’ for ', and no space before …: ${text}`);
  const french = others[languages.indexOf("fr") - 1];
  for (const [key, message] of Object.entries(french)) {
    if (key === "$schema") continue;
    for (const text of textsOf(message)) if (setBadly(text)) faults.push(`${file}: ${key} ${setBadly(text)}: ${text}`);
  }
  for (const key of Object.keys(first)) {
    if (key === "$schema") continue;
    // A number stands before the noun that it counts: "{count} camels". Where there are always several, no form is needed.
    if (
      typeof first[key] === "string" &&
      /\{(?:count|n|held|left|score|turns|points|cost)\} [a-z]+s\b/.test(first[key]) &&
      !ALWAYS_MANY.has(key)
    )
      faults.push(`${file}: ${key} counts something, but has no plural forms`);
    if (defined.has(key)) faults.push(`${file}: ${key} is in two files`);
    defined.add(key);
    if (!used.has(key)) faults.push(`${file}: ${key} is used nowhere`);
  }
}
for (const key of used) if (!defined.has(key)) faults.push(`${key} is used, but defined nowhere`);

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`${defined.size} messages in ${languages.length} languages, all of them used.`);
