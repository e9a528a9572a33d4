// node scripts/check/api.mjs [--write]: compares what the entry points of the build export with the reports in api/, so
// that every change to the package's surface shows in a diff, and looks for types that are mentioned and that no entry
// point exports. --write takes the reports of the build over.
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entryPoints, REPORTS } from "../parts/build/entry-points.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

helpIfAsked(import.meta.filename);

const BUILT = join(ROOT, "dist", REPORTS);
const KEPT = join(ROOT, "api");

if (process.argv.includes("--write")) write();
const complaints = [...differences(), ...hiddenTypes()];
for (const complaint of complaints) console.log(complaint);
console.log(`api: ${entryPoints().length} entry points, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function write() {
  mkdirSync(KEPT, { recursive: true });
  for (const name of reportsIn(BUILT)) cpSync(join(BUILT, name), join(KEPT, name));
}

function differences() {
  const names = new Set([...reportsIn(BUILT), ...reportsIn(KEPT)]);
  return [...names].flatMap((name) => {
    const [built, kept] = [textOf(BUILT, name), textOf(KEPT, name)];
    if (built === kept) return [];
    return [
      `api/${name} is not what the build exports: ${firstChange(kept, built)}; npm run update -- api writes it`,
    ];
  });
}

function reportsIn(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".api.md"));
}

function textOf(folder, name) {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return "";
  }
}

function firstChange(kept, built) {
  const [before, after] = [kept.split("\n"), built.split("\n")];
  const at = after.findIndex((line, index) => line !== before[index]);
  return at < 0 ? `line ${after.length + 1} is gone` : `line ${at + 1} is now \`${after[at].trim()}\``;
}

/** A type may be exported by another entry point than the one that mentions it, if it is the same there. */
function hiddenTypes() {
  const declared = new Map(entryPoints().map((entry) => [entry.name, declarationsOf(entry.path)]));
  const exported = new Set([...declared.values()].flatMap((all) => [...all.exported.values()]));
  const notExported = JSON.parse(readFileSync(join(BUILT, "not-exported.json"), "utf8"));
  return Object.entries(notExported).flatMap(([entry, names]) =>
    names
      .filter((name) => !exported.has(declared.get(entry).hidden.get(name)))
      .map((name) => `${entry}: the type ${name} can be reached, and no entry point exports it`),
  );
}

/** Removes the `_2` that API Extractor appends if two types have one name; another file may not have it. */
function unnumbered(text) {
  return text.replace(/\b([A-Za-z]\w*?)_\d+\b/g, "$1");
}

/** Names of what a file of declarations exports, and of what it only mentions, each with its text. */
function declarationsOf(path) {
  const text = readFileSync(join(ROOT, "dist", `${path}.d.ts`), "utf8");
  const exported = new Map();
  const hidden = new Map();
  for (const piece of text.split(/^(?=\/\*\*|export |declare |import )/m)) {
    const found =
      /^(export )?declare (?:abstract )?(?:class|const|function|interface|type) ([\w$]+)[\s\S]*$/.exec(piece);
    if (found !== null)
      (found[1] ? exported : hidden).set(found[2], unnumbered(piece.replace(/^export /, "").trim()));
  }
  return { exported, hidden };
}
