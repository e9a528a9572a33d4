// node scripts/check/lock.mjs [--write]: `npm ci` has to take the lock file on every machine and from every registry.
// So it names the packages of all platforms, also of those that the registry at hand did not have, and no hosts. Nor does
// it repeat which Node some packages ask for, so that npm prints no warnings on Node 20: those that are only read as texts
// (docs/decisions/0009), and puppeteer, which asks for Node 22: the tests of the console run it on Node 20.
// --write adds what is missing.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

helpIfAsked(import.meta.filename);

const file = join(ROOT, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = missingPackages(lock.packages);
const withHost = Object.keys(lock.packages).filter((path) => {
  // A link leads to a folder of this repository.
  const { resolved, link } = lock.packages[path];
  return resolved !== undefined && !link;
});
const WITHOUT_ENGINES =
  /^node_modules\/(@kubernetes-models\/[^/]+|kubernetes-models|puppeteer-core|@puppeteer\/browsers)$/;
const withEngines = Object.keys(lock.packages).filter(
  (path) => WITHOUT_ENGINES.test(path) && lock.packages[path].engines !== undefined,
);

if (process.argv.includes("--write")) write();
else report();

/** Optional dependencies that have no entry: `[path, entry]`. */
function missingPackages(packages) {
  const found = new Map();
  for (const [path, owner] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(owner.optionalDependencies ?? {})) {
      if (packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`]) continue;
      found.set(`node_modules/${name}`, entryOf(name, range, owner));
    }
  }
  return found;
}

/** Without integrity: the bytes are not at hand. npm does not fetch a package of another platform. */
function entryOf(name, range, owner) {
  const tail = name.replace(/^.*\//, "").replace(/^(cli|rollup)-/, "");
  const [system, cpu, variant = ""] = tail.split("-");
  const libc = system === "linux" ? { libc: [variant.includes("musl") ? "musl" : "glibc"] } : {};
  const dev = owner.dev ? { dev: true } : {};
  return {
    version: range.replace(/^[~^]/, ""),
    cpu: [cpu],
    ...dev,
    ...libc,
    license: owner.license,
    optional: true,
    os: [system],
  };
}

function write() {
  for (const path of withHost) delete lock.packages[path].resolved;
  for (const path of withEngines) delete lock.packages[path].engines;
  const entries = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) => a.localeCompare(b, "en"));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}

function report() {
  for (const path of missing.keys()) console.log(`package-lock.json: ${path} is missing`);
  for (const path of withHost) console.log(`package-lock.json: ${path} names a host`);
  for (const path of withEngines)
    console.log(`package-lock.json: ${path} names engines, about which npm warns`);
  if (missing.size + withHost.length + withEngines.length > 0) {
    console.log("node scripts/check/lock.mjs --write mends it");
    process.exitCode = 1;
  }
}
