// node scripts/build-if-old.mjs: builds when a source is newer than the build, and says so; else takes no time.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);

/** What the build reads: folders and files. */
const SOURCES = [
  "src",
  "console",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
];
/** The last things that it writes; the second one only where some packages are installed. */
const LAST = ["dist/kinds/index.d.ts", "dist/openapi-texts.json"].map((path) => join(ROOT, path));

if (newest(SOURCES) > Math.max(...LAST.map(timeOf))) {
  process.stderr.write("Building Sallyport (some seconds, only after a change) ...\n");
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/build.mjs")], { stdio: "inherit" });
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
