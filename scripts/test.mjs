// npm test -- [--only NAME,…] [--skip NAME,…]
// Builds, checks and runs every test, each part under its heading with its time; at the end a summary and the line
// `N passed, N failed, N skipped`, in tests, cases, steps and rounds. Exit status 1 when something failed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newestEtcd } from "../test/process/etcd.mjs";
import { countChecks, countGolden, countLine, countVitest } from "./parts/counts.mjs";
import { run } from "./parts/run.mjs";
import { ROOT, sharedPath } from "./parts/shared.mjs";

const { values: flags } = parseArgs({ options: { only: { type: "string" }, skip: { type: "string" } } });
const node = process.execPath;
const bin = (path) => join(ROOT, "node_modules", path);
const dist = ["--dist", join(ROOT, "dist")];
const needs = (path, what) => (existsSync(path) ? undefined : `${what} is not there (${path})`);
const recordings = needs(sharedPath("golden/replay.mjs"), "the folder of recordings");
const killTest = join(ROOT, "test/kill/kill.mjs");

/** In this order. `lacking` says in words why a part cannot run here. */
const PARTS = [
  {
    name: "build",
    title: "Build",
    command: [node, "scripts/build.mjs"],
    count: countChecks,
  },
  {
    name: "types",
    title: "Types",
    command: [node, bin("typescript/bin/tsc"), "-p", "tsconfig.json"],
    count: countChecks,
  },
  {
    name: "style",
    title: "Style",
    command: [node, bin("@biomejs/biome/bin/biome"), "check", "."],
    count: countChecks,
  },
  {
    name: "rooms",
    title: "Who imports whom",
    command: [node, "scripts/check-rooms.mjs"],
    count: countChecks,
  },
  {
    name: "regexes",
    title: "Regular expressions that take linear time",
    command: [node, "scripts/check-regexes.mjs"],
    count: countChecks,
  },
  { name: "lock", title: "Lock file", command: [node, "scripts/check-lock.mjs"], count: countChecks },
  {
    name: "unit",
    title: "Tests beside the source",
    // Two at once: many wait for etcd, and for times to pass.
    command: [node, bin("vitest/vitest.mjs"), "run", "src/", "--poolOptions.forks.maxForks=2"],
    count: countVitest,
  },
  {
    name: "journeys",
    title: "Journeys, and the quick start of the README",
    command: [node, bin("vitest/vitest.mjs"), "run", "test/"],
    env: { SALLYPORT_DIST: join(ROOT, "dist") },
    count: countVitest,
  },
  {
    name: "conformance",
    title: "Conformance cases",
    command: [node, "scripts/conformance.mjs"],
    lacking: needs(sharedPath("conformance"), "the folder of upstream cases"),
    count: countLine(/^conformance: (?<passed>\d+) of (?<all>\d+)/m),
  },
  {
    name: "golden",
    title: "Recorded requests, level 1.36",
    command: [node, "scripts/golden.mjs", ...dist],
    lacking: recordings,
    count: countGolden,
  },
  {
    name: "golden-api",
    title: "Recorded requests outside admission",
    command: [node, "scripts/golden-api.mjs", ...dist],
    lacking: needs(sharedPath("golden-api/replay.mjs"), "the folder of recordings"),
    count: countGolden,
  },
  {
    name: "golden-1.20",
    title: "Recorded requests, level 1.20, registration-v1beta1",
    command: [node, "scripts/golden.mjs", "--level", "1.20", "--topic", "registration-v1beta1", ...dist],
    lacking: recordings,
    count: countGolden,
  },
  {
    name: "kill",
    title: "Killed and opened again",
    command: [node, killTest, "--rounds", "3", ...dist],
    lacking: needs(killTest, "the kill test"),
    count: countChecks,
  },
  {
    name: "mutants",
    title: "Suites of the examples against changed configurations",
    command: [node, "scripts/mutants.mjs"],
    count: countLine(/^mutants: (?<passed>\d+) of (?<all>\d+)/m),
  },
  {
    name: "informers",
    title: "Informers whose connections break",
    command: [node, "test/informers/informers.mjs", "--rounds", "1", "--seconds", "5", ...dist],
    count: countChecks,
  },
  {
    name: "chaos",
    title: "Servers over etcd that are killed, stopped and cut off",
    command: [node, "test/chaos/chaos.mjs", "--seconds", "60", ...dist],
    lacking: newestEtcd() === undefined ? "there is no etcd here" : undefined,
    count: countChecks,
  },
  {
    name: "attack",
    title: "Hostile clients beside ordinary ones",
    command: [node, "test/attack/attack.mjs", "--quick", ...dist],
    count: countChecks,
  },
  {
    name: "borders",
    title: "Time that everything at the borders takes, as inputs double",
    command: [node, "bench/borders/run.mjs", "--largest", "65536"],
    count: countLine(/^borders: (?<passed>\d+) of (?<all>\d+)/m),
  },
  {
    name: "longest",
    title: "How long one great request holds the event loop, quick",
    // Other parts leave the machine busy, and many machines are slower.
    command: [node, "test/attack/longest.mjs", "--quick", "--factor", "5", ...dist],
    count: countLine(/^longest: (?<passed>\d+) of (?<all>\d+)/m),
  },
  {
    name: "bench",
    title: "Measurements, quick",
    command: [node, "bench/run.mjs", "--quick", ...dist],
    count: countChecks,
  },
  {
    name: "bench-sdk",
    title: "Measurements of the SDK, quick",
    command: [node, "bench/sdk/run.mjs", "--quick", ...dist],
    count: countChecks,
  },
  {
    name: "bench-testing",
    title: "Measurements of control planes inside tests, quick",
    command: [node, "bench/testing/run.mjs", "--quick", ...dist],
    count: countChecks,
  },
];

const only = flags.only?.split(",");
const skip = flags.skip?.split(",") ?? [];
const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
for (const part of PARTS) {
  if (skip.includes(part.name) || (only !== undefined && !only.includes(part.name))) continue;
  const counts = await runPart(part);
  for (const key of Object.keys(total)) total[key] += counts[key];
  // Nothing after it can be true of a source that does not compile.
  if (part.name === "build" && counts.failed > 0) break;
}
console.log(`\n== Summary\n${summary.join("\n")}\n`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped === 0 ? "" : `, ${total.skipped} skipped`}`,
);
process.exitCode = total.failed === 0 ? 0 : 1;

async function runPart({ name, title, command, env = {}, lacking, count }) {
  console.log(`\n== ${title}`);
  if (lacking !== undefined) return skipped(name, lacking);
  const { code, output, seconds } = await run(command, { cwd: ROOT, env });
  const counts = count(code, output);
  // A part that ends badly has failed, even when each of its tests went well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  const said = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  console.log(`-- ${name}: ${said} (${seconds.toFixed(1)} s)`);
  summary.push(`${name.padEnd(12)} ${said.padEnd(36)} ${seconds.toFixed(1).padStart(6)} s`);
  return counts;
}

function skipped(name, why) {
  console.log(`-- ${name}: skipped: ${why}`);
  summary.push(`${name.padEnd(12)} skipped: ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}
