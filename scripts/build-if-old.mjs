// node scripts/build-if-old.mjs [--code-only]
// Builds when a source is newer than the build, and says so; else takes no time. --code-only: what a server needs to start.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readFlags } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(`Sallyport needs Node ${major}.${minor} or newer; this is ${process.versions.node}`);
  process.exit(1);
}

const { values: flags } = readFlags(import.meta.filename, {
  options: { "code-only": { type: "boolean", default: false } },
});

/** Inputs of the build: folders and files. */
const SOURCES = [
  "src",
  "console",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
];
/** Files that the build writes last: of the code, and of the rest. */
const CODE = ["dist/cluster/boot.json"];
const ALL = ["dist/kinds/index.d.ts", "dist/sdk/package.json"];
const last = flags["code-only"] ? CODE : ALL;

if (newest(SOURCES) > Math.min(...last.map((path) => timeOf(join(ROOT, path))))) {
  process.stderr.write("Building Sallyport (some seconds, only after a change) ...\n");
  const startedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts/build.mjs"), ...process.argv.slice(2)],
    {
      stdio: "inherit",
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** Milliseconds since the epoch of the last change to any of these; folders tell of what was removed. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const full = join(ROOT, path);
    latest = Math.max(latest, timeOf(full));
    if (!statSync(full).isDirectory()) continue;
    for (const entry of readdirSync(full, { recursive: true }))
      latest = Math.max(latest, timeOf(join(full, entry)));
  }
  return latest;
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
