// node scripts/check/regexes.mjs [--fresh] [--write]: every regular expression in src/ takes time that is linear in the
// text, for texts come from clients, and one that takes longer stops the server for everybody. recheck decides, which
// takes minutes: scripts/check/parts/linear-regexes.json keeps, by hash, which ones it has found linear. --write brings that up
// to date; --fresh does not believe it. Prints each one that is not linear with its file, line and a text that shows it;
// exit status 1 when there are some.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";
import { findRegexes } from "./parts/find-regexes.mjs";
import { isTest } from "./parts/imports.mjs";
import { allowedRegexes, makersIn } from "./parts/known-regexes.mjs";

helpIfAsked(import.meta.filename);

const require = createRequire(import.meta.url);
const { checkSync } = require("recheck/lib/browser.js");
const { version } = require("recheck/package.json");
const KEPT = join(ROOT, "scripts/check/parts/linear-regexes.json");
/** In milliseconds. An attack that takes longer counts as found: on a busy machine a second is not enough. */
const LIMITS = { timeout: 900_000, attackTimeout: 30_000 };
const ADVICE = `
A part may not begin with what the part before it may end with, nothing may be repeated inside of what is repeated, and
what is not anchored with ^ may not begin with a repetition. Else read the text by hand in one pass (src/go/trim-text.ts,
src/go/space.ts), or with RE2 (compilePattern of src/schema/pattern.ts). An expression whose text is bounded to a
small length before may be listed in scripts/check/parts/known-regexes.mjs, with the reason.`;

const before = process.argv.includes("--fresh") ? new Set() : readKept();
/** Hashes of linear expressions. An expression in several places is checked once. */
const linear = new Set();
const known = allowedRegexes();
const complaints = [];
let count = 0;
let decided = 0;
for (const file of readdirSync(join(ROOT, "src"), { recursive: true }).sort()) {
  if (!file.endsWith(".ts") || isTest(file)) continue;
  const path = `src/${file.replaceAll("\\", "/")}`;
  for (const regex of findRegexes(readFileSync(join(ROOT, path), "utf8"), path, makersIn(path))) {
    count++;
    const problem = problemOf(path, regex);
    if (problem !== undefined) complaints.push(`${path}:${regex.line}: ${problem}`);
  }
}
for (const { file, source } of known.unused()) complaints.push(`listed, but not there: ${file} /${source}/`);
if (process.argv.includes("--write")) writeKept();
for (const complaint of complaints) console.log(complaint);
if (complaints.length > 0) console.log(ADVICE);
if (decided > 0 && !process.argv.includes("--write"))
  console.log(`${decided} had to be decided, which takes long: npm run update -- regexes keeps the results`);
console.log(`regexes: ${count} in src/, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function problemOf(file, { source, flags }) {
  if (known.has(file, source)) return undefined;
  if (source === undefined || flags === undefined)
    return "the pattern is not known before the program runs: make it of constants of this file";
  if (isPlain(source, flags)) return undefined;
  const text = `/${source}/${flags}`;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const verdict = before.has(hash) || linear.has(hash) ? "linear" : verdictOf(source, flags);
  if (verdict !== "linear") return `${text} is ${verdict}`;
  linear.add(hash);
}

function verdictOf(source, flags) {
  decided++;
  const { status, complexity, attack, error } = checkSync(source, flags, LIMITS);
  if (status === "safe") return "linear";
  if (status === "unknown") return `not understood (${error.kind})`;
  const growth = complexity.type === "exponential" ? "exponential" : `of degree ${complexity.degree}`;
  return `${growth}: ${attack.pattern}`;
}

/** Nothing in it is repeated without end; or one thing only, after which comes what can be tried once for each place. */
function isPlain(source, flags) {
  const bare = source.replace(/\\[^1-9k]/g, "x").replace(/\[(?:[^\]\\]|\\.)*\]/g, "x");
  if (/\\|\(\?[=!<]|\{\d*\d{2}|\{\d+,\}/.test(bare)) return false;
  const repetitions = bare.match(/[*+]/g) ?? [];
  if (repetitions.length === 0) return true;
  const anchored = flags.includes("y") || (bare.startsWith("^") && !flags.includes("m"));
  return repetitions.length === 1 && anchored && !/[|{]|\)[*+]/.test(bare);
}

/** Another version of recheck decides again. */
function readKept() {
  const kept = JSON.parse(readFileSync(KEPT, "utf8"));
  return new Set(kept.recheck === version ? kept.linear : []);
}

function writeKept() {
  writeFileSync(KEPT, `${JSON.stringify({ recheck: version, linear: [...linear].sort() }, undefined, 2)}\n`);
}
