// npm run rooms: who may import whom in src/. Refuses imports that climb, circles of files and of folders, an engine's
// library in another room, comments that cite what is not here, and too many type assertions; and, outside src/ too,
// imports of files that are not there. Each module has a README.md that names files that exist, and the picture of the
// modules shows the imports as they are. Prints each violation with its line; exit status 1 when there are some. (The linter refuses `any`.)
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import {
  castComplaints,
  citationComplaints,
  cloneComplaints,
  keyComplaints,
  outputComplaints,
} from "./parts/check-sources.mjs";
import { isTest, readImports as read, sourceFiles } from "./parts/imports.mjs";
import { pageComplaints } from "./parts/module-pages.mjs";
import { MODULE_PICTURE, modulePicture } from "./parts/module-picture.mjs";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);

const SRC = join(ROOT, "src");

/** The floors: a room and what it may import of ours. Tests may import everything. */
const MAY = {
  api: [],
  cel: ["json", "api"],
  json: ["api"],
  http: ["json", "api"],
  schema: ["cel", "json", "api"],
  metrics: ["json", "api"],
  webhook: ["http", "json", "metrics", "api"],
  storage: ["json", "api"],
  recording: ["json", "api"],
  admission: ["cel", "json", "api"],
  resources: ["schema", "cel", "json", "api"],
  server: ["resources", "admission", "storage", "schema", "cel", "json", "metrics", "api"],
  controllers: ["json", "api"],
  cluster: ["server", "http", "storage", "admission", "resources", "schema", "cel", "json", "api"],
  explain: ["cluster", "server", "http", "storage", "admission", "resources", "cel", "json", "api"],
  replay: ["recording", "explain", "cluster", "server", "storage", "admission", "resources", "json", "api"],
  lint: [
    "explain",
    "cluster",
    "server",
    "http",
    "storage",
    "admission",
    "resources",
    "schema",
    "cel",
    "json",
    "api",
  ],
  testing: [
    "explain",
    "cluster",
    "server",
    "webhook",
    "admission",
    "storage",
    "resources",
    "http",
    "json",
    "api",
  ],
  cli: [
    "cluster",
    "controllers",
    "server",
    "http",
    "storage",
    "admission",
    "resources",
    "schema",
    "cel",
    "json",
    "api",
    "webhook",
    "explain",
    "lint",
    "recording",
    "replay",
    "testing",
  ],
};

/** Above the engines only the seam is seen: none of these folders is imported from outside `storage`. */
const ENGINES = ["storage/lmdb", "storage/memory", "storage/etcd", "storage/cache"];

/** Libraries that one room alone may load. */
const LIBRARY_ROOMS = {
  lmdb: ["storage/lmdb/"],
  undici: ["http/"],
  commander: ["cli/"],
  pino: ["cli/"],
  re2js: ["api/", "cel/"],
  "@noble/ciphers": ["storage/encryption/"],
  "@peculiar/x509": ["http/"],
  jose: ["server/service-accounts/", "server/authenticate/jwt/"],
};

const files = new Map(sourceFiles(SRC).map((file) => [file, read(file)]));
const complaints = [
  ...importComplaints(),
  ...outsideComplaints(),
  ...circleComplaints(),
  ...folderComplaints(),
  ...commentComplaints(),
  ...[...files].flatMap(([file, { code }]) => (isTest(file) ? [] : outputComplaints(place(file), code))),
  ...pageComplaints(),
  ...pictureComplaints(),
  ...castComplaints(
    [...files.keys()].filter((file) => !isTest(file)).map((file) => readFileSync(file, "utf8")),
  ),
];
for (const complaint of complaints) console.log(complaint);
console.log(`rooms: ${files.size} files, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function place(file) {
  return relative(SRC, file);
}

function roomOf(path) {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

function importComplaints() {
  return [...files].flatMap(([file, { imports }]) =>
    isTest(file) ? [] : imports.flatMap((one) => complaintAbout(file, one)),
  );
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
    return roomOf(here) === "cli" ? [] : [`${at}: imports ${there}, which is outside src`];
  if (!files.has(join(SRC, there)) && !there.endsWith(".json")) return [`${at}: there is no ${there}`];
  const [mine, theirs] = [roomOf(here), roomOf(there)];
  if (mine === theirs || mine === "") return [];
  if (!(MAY[mine] ?? []).includes(theirs)) return [`${at}: ${mine} may not import ${theirs} (${there})`];
  const engine = ENGINES.find((folder) => there.startsWith(`${folder}/`));
  return engine === undefined ? [] : [`${at}: ${engine} is private to storage (${there})`];
}

function libraryComplaint(here, at, name) {
  const rooms = LIBRARY_ROOMS[name];
  if (rooms === undefined || rooms.some((room) => here.startsWith(room))) return [];
  return [`${at}: ${name} may be loaded by ${rooms.join(", ")} only`];
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

/** Strongly connected components of more than one node. */
function circlesOf(nodes, neighboursOf) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of neighboursOf(node)) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return found;
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
    : [`${MODULE_PICTURE} does not show the imports as they are: node scripts/pictures.mjs --modules`];
}

/** Everything that is written here: sources, tests, tools. */
function writtenFiles() {
  const folders = ["src", "test", "scripts", "conformance", "bench"].map((name) => join(ROOT, name));
  return folders.flatMap((folder) => sourceFiles(folder, /\.(ts|mjs)$/));
}

function neighbours(file) {
  const imports = files.get(file)?.imports ?? [];
  const paths = imports
    .filter(({ from }) => from.startsWith("."))
    .map(({ from }) => resolve(dirname(file), from));
  return paths.filter((path) => files.has(path));
}
