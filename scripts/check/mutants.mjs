// npm run check -- mutants (after a build)
// Changes the configurations of examples/suites in one place after the other, as mistakes would, and runs the suite with
// each: it has to turn red. Prints what it did not notice; exit status 1 when that is more than one in twenty.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments, stringify } from "yaml";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";
import { mutantsOf } from "./parts/mutants-of.mjs";

helpIfAsked(import.meta.filename);

const { runSuite } = await import("../../dist/testing/index.js");
const ENOUGH = 0.95;

const folder = mkdtempSync(join(tmpdir(), "sallyport-mutants-"));
try {
  cpSync(join(ROOT, "examples/suites"), folder, { recursive: true });
  // The modules of the examples import the package from this folder.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/sallyport"));
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run() {
  const config = join(folder, "config.yaml");
  const objects = parseAllDocuments(readFileSync(config, "utf8")).map((document) => document.toJS());
  if (!(await isGreen())) throw new Error("the suite is red before anything was changed");
  const missed = [];
  const mutants = mutantsOf(objects);
  for (const mutant of mutants) {
    writeFileSync(config, mutant.objects.map((object) => stringify(object)).join("---\n"));
    if (await isGreen()) missed.push(mutant.what);
  }
  for (const what of missed) console.log(`not noticed: ${what}`);
  const noticed = mutants.length - missed.length;
  console.log(`mutants: ${noticed} of ${mutants.length} turned the suite red`);
  process.exitCode = noticed >= ENOUGH * mutants.length ? 0 : 1;
}

/** A configuration that the server refuses is noticed, too. */
async function isGreen() {
  try {
    const { cases } = await runSuite(join(folder, "suite.yaml"));
    return cases.every(({ problems }) => problems.length === 0);
  } catch {
    return false;
  }
}
