// npm run bench:explain -- [--verbose]
// Set-ups that were made wrong on purpose, and others that are healthy: is the cause that is named first the right one,
// and is nothing claimed where nothing is wrong? Exit status 1 when not.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { HEALTHY } from "./healthy.mjs";
import { WRONG } from "./wrong.mjs";

const { values: flags } = parseArgs({ options: { verbose: { type: "boolean", default: false } } });
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { explainOffline, requestSpec, explanationText } = await loadExplain();

const wrong = [];
for (const setup of WRONG) wrong.push(await judgeWrong(setup));
const healthy = [];
for (const setup of HEALTHY) healthy.push(await judgeHealthy(setup));
for (const complaint of [...wrong, ...healthy].flat()) console.log(complaint);
const right = (list) => list.filter((complaints) => complaints.length === 0).length;
console.log(`wrong set-ups: the first cause is right in ${right(wrong)} of ${WRONG.length}`);
console.log(`healthy set-ups: nothing is claimed in ${right(healthy)} of ${HEALTHY.length}`);
process.exitCode = right(wrong) === WRONG.length && right(healthy) === HEALTHY.length ? 0 : 1;

/** What is named first: a finding, else the first one that was not called. */
function firstCause({ findings, steps }) {
  return (
    findings[0]?.code ?? steps.find(({ why }) => why !== undefined && why.code !== "reinvocation")?.why.code
  );
}

async function judgeWrong({ name, cause, ...setup }) {
  const explanation = await explain(setup);
  const first = firstCause(explanation);
  return first === cause
    ? []
    : complaint(`wrong: ${name}: ${first ?? "nothing"} instead of ${cause}`, explanation);
}

async function judgeHealthy({ name, ...setup }) {
  const explanation = await explain(setup);
  const { findings, answer } = explanation;
  if (findings.length === 0 && answer.allowed) return [];
  return complaint(
    `healthy: ${name}: ${answer.message} ${findings.map(({ code }) => code).join(", ")}`,
    explanation,
  );
}

function complaint(text, explanation) {
  return [flags.verbose ? `${text}\n${explanationText(explanation)}` : text];
}

function explain({ manifests, request, flags: requestFlags, answers }) {
  const given = JSON.parse(JSON.stringify(request));
  return explainOffline({
    manifests: manifests.map((object) => ({ object, line: (path) => `/${path.join("/")}` })),
    request: requestSpec(given, null, requestFlags),
    ...(answers === undefined ? {} : { answers }),
  });
}

async function loadExplain() {
  const folder = join(ROOT, "node_modules/.cache/bench-explain");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "version": "0.0.0" }\n');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["offline/explain-offline", "offline/request-spec", "text/explanation-text"].map(
      (name) => `src/explain/${name}.ts`,
    ),
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  const load = (name) => import(pathToFileURL(join(folder, "dist", `${name}.js`)).href);
  return {
    ...(await load("offline/explain-offline")),
    ...(await load("offline/request-spec")),
    ...(await load("text/explanation-text")),
  };
}
