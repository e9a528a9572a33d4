// npm run check -- words [-- --list PATH] [-- --write]
// Looks for language that is hard to read in comments, texts and pages: clauses where a noun belongs, people where components
// are meant, and figures of speech. Each module has a limit in scripts/check/parts/word-limits.json, which can only fall.
// --list PATH: prints each place below a path. --write: lowers the limits to what there is.
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";
import { trackedFiles } from "./parts/tracked-files.mjs";
import { wordComplaints } from "./parts/word-complaints.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: { list: { type: "string" }, write: { type: "boolean", default: false } },
});

const LIMITS = new URL("./parts/word-limits.json", import.meta.url);
/** Files that have the words as data. */
const DATA = [
  "scripts/check/parts/word-complaints.mjs",
  // Kubernetes' description of Endpoints.
  "src/resources/kinds/core/endpoints/definition.ts",
];

const found = trackedFiles()
  .filter((file) => /\.(ts|tsx|mjs|md)$/.test(file) && !DATA.includes(file))
  .flatMap((file) => wordComplaints(file, readFileSync(`${ROOT}/${file}`, "utf8")));

if (flags.list !== undefined) list(relative(ROOT, flags.list) || ".");
else check();

function list(path) {
  const below = found.filter(({ file }) => path === "." || file === path || file.startsWith(`${path}/`));
  for (const { file, line, text } of below) console.log(`${file}:${line}: ${text}`);
  console.log(`words: ${below.length} places`);
}

function check() {
  const limits = JSON.parse(readFileSync(LIMITS, "utf8"));
  const counts = {};
  for (const { file } of found) counts[moduleOf(file)] = (counts[moduleOf(file)] ?? 0) + 1;
  const over = Object.entries(counts).filter(([module, count]) => count > (limits[module] ?? 0));
  for (const [module, count] of over)
    console.log(
      `${module}: ${count} places, ${limits[module] ?? 0} allowed: npm run check -- words --list ${module}`,
    );
  if (flags.write) writeLimits(limits, counts);
  console.log(`words: ${found.length} places, ${over.length} complaints`);
  process.exitCode = over.length === 0 ? 0 : 1;
}

function moduleOf(file) {
  const parts = file.split("/");
  return (
    parts.slice(0, parts[0] === "src" && parts.length > 2 ? 2 : parts.length > 1 ? 1 : 0).join("/") || "."
  );
}

/** A limit never rises. */
function writeLimits(limits, counts) {
  const lower = Object.entries(counts)
    .map(([module, count]) => [module, Math.min(count, limits[module] ?? count)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(lower), undefined, 2)}\n`);
}
