// npm run bench -- borders [--largest BYTES] [--only TEXT] [--verbose]
// Everything that reads a client's, a webhook's or the store's bytes has to take time that is linear in them. For each
// border and each adversarial shape the input is doubled until it is as large as --largest (256 KiB); it fails when
// processor time more than doubles, by more than a busy machine explains. A border that fails is measured once more in a
// process of its own, whose heap has nothing of the borders before. Exit status 1 when a border fails there.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { ROOT } from "../../scripts/parts/shared.mjs";
import { KNOWN } from "./known.mjs";
import { LIMIT, measureGrowth } from "./measure.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    largest: { type: "string", default: String(256 * 1024) },
    only: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
const { BORDERS } = await import(pathToFileURL(await bundle()).href);
let shapes = 0;
/** Names of borders, each with the number of its shapes that failed. */
const failed = new Map();
for (const { name, inputs, run, most = Number.POSITIVE_INFINITY } of BORDERS) {
  if (flags.only !== undefined && !name.includes(flags.only)) continue;
  for (const [shape, makeInput] of Object.entries(inputs)) {
    shapes++;
    const result = await measureGrowth(makeInput, run, { largest: Number(flags.largest), most });
    const reason = KNOWN.get(`${name}: ${shape}`);
    if (result.failed && reason === undefined) failed.set(name, (failed.get(name) ?? 0) + 1);
    if (result.failed || flags.verbose || reason !== undefined)
      console.log(lineOf(name, shape, result, reason));
  }
}
if (flags.only === undefined) for (const name of failed.keys()) if (isLinearAlone(name)) failed.delete(name);
const failures = [...failed.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `borders: ${shapes - failures} of ${shapes} shapes are linear (at most ×${LIMIT} for each doubling)`,
);
// The control plane in this process has timers of its own.
process.exit(failures === 0 ? 0 : 1);

function isLinearAlone(name) {
  const only = [import.meta.filename, "--largest", flags.largest, "--only", name];
  const { status, stdout } = spawnSync(process.execPath, only, { encoding: "utf8" });
  console.log(`${name}, in a process of its own:\n${stdout.trimEnd().replace(/^/gm, "  ")}`);
  return status === 0;
}

function lineOf(name, shape, { failed, growth, times }, reason) {
  const sizes = times.map(({ size, ms }) => `${(size / 1024).toFixed(0)}K ${ms.toFixed(1)}ms`).join(", ");
  const verdict = failed ? (reason === undefined ? "FAILED " : "known  ") : "       ";
  const remark = reason === undefined ? "" : failed ? `; ${reason}` : "; linear now, may go from known.mjs";
  return `${verdict}${name}: ${shape}: ×${growth.toFixed(2)}  (${sizes})${remark}`;
}

/** Bundles the borders with the modules of src/ that they need; most of these are no entry points of the package. */
async function bundle() {
  const folder = join(ROOT, "node_modules/.cache/bench-borders");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "version": "0.0.0" }\n');
  const outfile = join(folder, "borders.js");
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["bench/borders/borders.mjs"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return outfile;
}
