// npm run bench -- testing [--quick] [--dist DIR]
// How long the control plane of sallyport/testing takes to be created and to be reset, and 200 cases over built-in and
// custom kinds with five webhooks and five policies. Writes bench/testing/results.md, unless --quick. Exit status 1 when a
// case does not end as it should.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../../test/process/build-server.mjs";
import { median, table } from "../parts/report.mjs";
import { casesOf, MANIFESTS, WEBHOOKS } from "./cases.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: { quick: { type: "boolean", default: false }, dist: { type: "string" } },
});
const CASES = 200;
const dist = flags.dist === undefined ? buildServer("bench") : resolve(flags.dist);
const rounds = flags.quick ? 3 : 20;

const { createCluster } = await import(pathToFileURL(`${dist}/testing/index.js`).href);
const first = await timed(async () => (await createCluster()).close());
const created = [];
for (let i = 0; i < rounds; i++) created.push(await timed(async () => (await createCluster()).close()));
const suites = [];
const resets = [];
for (let i = 0; i < (flags.quick ? 1 : 5); i++) suites.push(await timed(playSuite));

const report = `# Control planes inside tests

Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}; milliseconds, medians of ${rounds} (suites: ${suites.length}).

${table(
  ["what", "ms"],
  [
    ["first control plane of a process", first.toFixed(0)],
    ["each one after it", median(created).toFixed(1)],
    ["reset after a case", median(resets).toFixed(2)],
    [`${CASES} cases with control plane, manifests and resets`, median(suites).toFixed(0)],
  ],
)}

The cases are of built-in and custom kinds, with five webhooks and five policies.
`;
process.stdout.write(report);
if (!flags.quick) writeFileSync(new URL("./results.md", import.meta.url), report);

async function playSuite() {
  const cluster = await createCluster({ manifests: MANIFESTS, webhooks: WEBHOOKS });
  for (const { object, allowed } of casesOf(CASES)) {
    const result = await cluster.create(object);
    if (result.allowed !== allowed)
      throw new Error(`a case ended otherwise: ${result.message}\n${result.explain()}`);
    resets.push(await timed(() => cluster.reset()));
  }
  await cluster.close();
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
