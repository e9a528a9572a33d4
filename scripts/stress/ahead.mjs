// npm run stress -- ahead [--days 1,31,366] [--parts NAME,...] [PATH...]: the tests with the clock some days ahead: they must not
// depend on the day on which they run. Parts are those of `npm test`; PATHs are given to vitest alone.
// Needs the programs faketime and, for tests that start programs of Go (kubectl, etcd), qemu-x86_64 or the like: Debian's
// packages faketime and qemu-user. Without the second, journeys are skipped.
import { spawnSync } from "node:child_process";
import { emulatedPrograms, hasEmulator } from "../parts/emulated-programs.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

/** Parts that run code of this project. Journeys and recordings start programs, too. */
const PARTS = "unit,journeys,golden,golden-api,conformance,golden-1.20,mutants";

const { values, positionals } = readFlags(import.meta.filename, {
  allowPositionals: true,
  options: { days: { type: "string", default: "1,31,366" }, parts: { type: "string", default: PARTS } },
});

const programs = hasEmulator() ? emulatedPrograms() : undefined;

/** An emulated program computes several times as long. */
const SLOWNESS = "4";
const env = {
  ...{ ...process.env, ...programs?.env },
  // Time that passes is measured by the other clock, which is not changed. Chromium waits forever with what makes up
  // for faults of that clock in old C libraries.
  ...{ FAKETIME_DONT_FAKE_MONOTONIC: "1", FAKETIME_FORCE_MONOTONIC_FIX: "0" },
  SALLYPORT_SLOWNESS: SLOWNESS,
};
try {
  // By the clock of today: later builds compare the times of files.
  if (positionals.length === 0) run(["node", "scripts/build-if-old.mjs"]);
  for (const days of values.days.split(",")) {
    console.log(`== ${days} days ahead`);
    run(["faketime", "-m", "-f", `+${days}d`, ...tests()]);
  }
} finally {
  programs?.remove();
}

/** The command that runs what was asked for. */
function tests() {
  if (positionals.length > 0) return ["npx", "vitest", "run", "--maxWorkers=2", ...positionals];
  const parts = values.parts.split(",").filter(canRun);
  return ["node", "scripts/test.mjs", "--only", parts.join(",")];
}

function canRun(part) {
  if (part !== "journeys" || programs !== undefined) return true;
  console.log(
    "journeys: skipped: kubectl and etcd need an emulator to run ahead (Debian's package qemu-user)",
  );
  return false;
}

function run([program, ...args]) {
  const { error, status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env });
  if (error !== undefined) console.error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exitCode = 1;
}
