// npm run layers [-- --list docstrings [MODULE]]: who may import whom in src/. Refuses imports that climb, circles of files and of folders, an engine's
// library in another module, comments that cite what is not here, and too many type assertions; and, outside src/ too,
// imports of files that are not there. Each module has a README.md that names files that exist, and the picture of the
// modules shows the imports as they are. A folder has at most 25 files of code. Exports have docstrings: each module has a limit in scripts/check/parts/docstrings.mjs.
// Prints each violation with its line; exit status 1 when there are some. (The linter refuses `any`.)
// --list docstrings: prints the share of exports with a docstring for each module; with a module, its exports without one.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { entryPoints, INSIDE, programs } from "../parts/build/entry-points.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";
import {
  castComplaints,
  citationComplaints,
  cloneComplaints,
  keyComplaints,
  outputComplaints,
} from "./parts/check-sources.mjs";
import { circlesOf } from "./parts/circles.mjs";
import { docstringComplaints, docstringList } from "./parts/docstrings.mjs";
import { isTest, readImports as read, sourceFiles } from "./parts/imports.mjs";
import { ENGINES, LIBRARY_OWNERS, MAY, MOST_FILES } from "./parts/layer-table.mjs";
import { pageComplaints } from "./parts/module-pages.mjs";
import { MODULE_PICTURE, modulePicture } from "./parts/module-picture.mjs";
import { stateComplaints } from "./parts/module-state.mjs";

const { values: flags, positionals } = readFlags(import.meta.filename, {
  options: { list: { type: "string" } },
  allowPositionals: true,
});
if (flags.list === "docstrings") {
  for (const line of docstringList(positionals[0])) console.log(line);
  process.exit(0);
}

const SRC = join(ROOT, "src");

const files = new Map(sourceFiles(SRC).map((file) => [file, read(file)]));
const complaints = [
  ...importComplaints(),
  ...needlessComplaints(),
  ...toolComplaints(),
  ...outsideComplaints(),
  ...circleComplaints(),
  ...folderComplaints(),
  ...sizeComplaints(),
  ...commentComplaints(),
  ...[...files].flatMap(([file, { code }]) => (isTest(file) ? [] : outputComplaints(place(file), code))),
  ...stateComplaints(
    [...files].filter(([file]) => !isTest(file)).map(([file, { code }]) => [place(file), code]),
  ),
  ...pageComplaints(MAY),
  ...docstringComplaints(),
  ...pictureComplaints(),
  ...castComplaints(
    [...files.keys()]
      .filter((file) => !isTest(file))
      .map((file) => [place(file), readFileSync(file, "utf8")]),
  ),
];
for (const complaint of complaints) console.log(complaint);
console.log(`layers: ${files.size} files, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function place(file) {
  return relative(SRC, file);
}

function moduleOf(path) {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

function importComplaints() {
  return [...files].flatMap(([file, { imports }]) =>
    isTest(file) ? [] : imports.flatMap((one) => complaintAbout(file, one)),
  );
}

/** Entries of the table that no import needs. */
function needlessComplaints() {
  const used = new Set([...files.keys()].filter((file) => !isTest(file)).flatMap(modulePairs));
  return Object.entries(MAY).flatMap(([module, allowed]) =>
    allowed
      .filter((other) => !used.has(`${module} ${other}`))
      .map((other) => `scripts/check/parts/layer-table.mjs: ${module} imports nothing of ${other}`),
  );
}

/** Pairs "importer imported" of the modules of a file and of its imports. */
function modulePairs(file) {
  return neighbours(file).map((other) => `${moduleOf(place(file))} ${moduleOf(place(other))}`);
}

/** Files that no entry point reaches are tools of tests, and are called so; the product imports none of them. */
function toolComplaints() {
  const reached = reachedFiles();
  return [...files.keys()].flatMap((file) => {
    if (isTest(file) && reached.has(file))
      return [`src/${place(file)}: is a tool of tests, and the product imports it`];
    const isExpected = isTest(file) || reached.has(file);
    return isExpected
      ? []
      : [`src/${place(file)}: no entry point imports it; call it *.tool.ts if tests use it`];
  });
}

/** Files that the entry points of the package and of the build import, directly and indirectly. */
function reachedFiles() {
  const paths = [...programs(), ...entryPoints().map(({ path }) => path), ...INSIDE];
  const waiting = paths.map((path) => join(SRC, `${path}.ts`));
  const reached = new Set(waiting);
  for (const file of waiting)
    for (const imported of neighbours(file).filter((one) => !reached.has(one))) {
      reached.add(imported);
      waiting.push(imported);
    }
  return reached;
}

/** Tests and tools are not compiled: what they import from a file that was moved would show only when they run. */
function outsideComplaints() {
  return writtenFiles()
    .filter((file) => !files.has(file))
    .flatMap((file) =>
      read(file)
        .imports.filter(({ from }) => from.startsWith(".") && !isThere(file, from))
        .map(({ from, line }) => `${relative(ROOT, file)}:${line}: there is no ${from}`),
    );
}

/** Beside the file, or at the root: what a tool bundles from a text is looked for there. */
function isThere(file, from) {
  return [dirname(file), ROOT].some((folder) => existsSync(resolve(folder, from)));
}

function complaintAbout(file, { from, line }) {
  const here = place(file);
  const at = `src/${here}:${line}`;
  if (!from.startsWith(".")) return libraryComplaint(here, at, from);
  const there = place(resolve(dirname(file), from));
  if (there.startsWith(".."))
    return moduleOf(here) === "cli" ? [] : [`${at}: imports ${there}, which is outside src`];
  if (!files.has(join(SRC, there)) && !there.endsWith(".json")) return [`${at}: there is no ${there}`];
  const [mine, theirs] = [moduleOf(here), moduleOf(there)];
  if (mine === theirs || mine === "") return [];
  if (!(MAY[mine] ?? []).includes(theirs)) return [`${at}: ${mine} may not import ${theirs} (${there})`];
  const engine = ENGINES.find((folder) => there.startsWith(`${folder}/`));
  return engine === undefined ? [] : [`${at}: ${engine} is private to storage (${there})`];
}

function libraryComplaint(here, at, name) {
  const owners = LIBRARY_OWNERS[name];
  if (owners === undefined || owners.some((owner) => here.startsWith(owner))) return [];
  return [`${at}: ${name} may be loaded by ${owners.join(", ")} only`];
}

/** Circles between files, whether of values or of types: each strongly connected component once. */
function circleComplaints() {
  return circlesOf([...files.keys()], neighbours).map(
    (circle) => `circle: ${circle.map((one) => `src/${place(one)}`).join(" -> ")}`,
  );
}

/**
 * Circles between folders of a module; the files of a folder are those directly in it. A folder and those above it may
 * import one another; tests may import everything.
 */
function folderComplaints() {
  const edges = folderEdges();
  return circlesOf([...edges.keys()], (folder) => [...edges.get(folder).keys()]).map((circle) =>
    describe(circle.sort(), edges),
  );
}

/** Folders with too many files; tests and tables of kinds are not counted. */
function sizeComplaints() {
  const counts = new Map();
  for (const file of writtenFiles().filter((one) => !isTest(one) && !/\/kinds\//.test(one))) {
    const folder = relative(ROOT, dirname(file));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files of code, and at most ${MOST_FILES} are allowed`);
}

/** Folder → folder that it imports → one of those imports. */
function folderEdges() {
  const edges = new Map();
  for (const file of files.keys()) {
    if (isTest(file)) continue;
    for (const imported of neighbours(file)) {
      const [here, there] = [dirname(place(file)), dirname(place(imported))];
      if (!edges.has(here)) edges.set(here, new Map());
      if (!edges.has(there)) edges.set(there, new Map());
      if (!isWithin(here, there) && !isWithin(there, here))
        edges.get(here).set(there, `src/${place(file)} -> src/${place(imported)}`);
    }
  }
  return edges;
}

function isWithin(folder, other) {
  return other === "." || `${folder}/`.startsWith(`${other}/`);
}

function describe(circle, edges) {
  const imports = circle.flatMap((from) => [...edges.get(from)].filter(([to]) => circle.includes(to)));
  return `folders: ${circle.join(", ")} import one another:\n${imports.map(([, example]) => `  ${example}`).join("\n")}`;
}

function commentComplaints() {
  return writtenFiles().flatMap((file) => {
    const [place, text] = [relative(ROOT, file), readFileSync(file, "utf8")];
    const clones = isTest(file) ? [] : cloneComplaints(place, text);
    return [...citationComplaints(place, text), ...keyComplaints(place, text), ...clones];
  });
}

function pictureComplaints() {
  const path = join(ROOT, MODULE_PICTURE);
  const isNew = existsSync(path) && readFileSync(path, "utf8") === modulePicture().svg;
  return isNew
    ? []
    : [`${MODULE_PICTURE} does not show the imports as they are: node scripts/update/pictures.mjs --modules`];
}

/** Everything that is written here: sources, tests, tools. */
function writtenFiles() {
  const folders = ["src", "test", "tools", "scripts", "conformance", "bench"].map((name) => join(ROOT, name));
  return folders.flatMap((folder) => sourceFiles(folder, /\.(ts|mjs)$/));
}

function neighbours(file) {
  const imports = files.get(file)?.imports ?? [];
  const paths = imports
    .filter(({ from }) => from.startsWith("."))
    .map(({ from }) => resolve(dirname(file), from));
  return paths.filter((path) => files.has(path));
}
