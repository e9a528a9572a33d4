import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { kubeconfigFile } from "../process/kubeconfig.mjs";

const SHARD_MINUTES = 25;

/**
 * Runs tests of Kubernetes' e2e.test against a server in `shards` processes; serial tests run last, in one process.
 * Returns a map from the name of a test to "passed" or its problem.
 */
export async function runTests({ program, kubectl, url, token, names, shards, folder, onResult }) {
  const kubeconfig = kubeconfigFile(folder, url, token);
  const serial = names.filter((name) => name.includes("[Serial]"));
  const free = names.filter((name) => !name.includes("[Serial]"));
  const parts = Array.from({ length: shards }, (_, n) => free.filter((_, at) => at % shards === n));
  const run = (part, name) => runPart({ program, kubectl, kubeconfig, folder, part, name });
  const found = await Promise.all(parts.map((part, n) => run(part, `part${n}`)));
  const results = new Map([...found, await run(serial, "serial")].flatMap((part) => [...part]));
  for (const name of names) onResult(name, results.get(name) ?? "it did not run");
  return results;
}

async function runPart({ program, kubectl, kubeconfig, folder, part, name }) {
  if (part.length === 0) return new Map();
  const report = join(folder, `${name}.json`);
  const flags = [
    `-ginkgo.focus=(${part.map(escaped).join("|")})$`,
    "-ginkgo.no-color",
    "-ginkgo.silence-skips",
    `-ginkgo.timeout=${SHARD_MINUTES}m`,
    `-ginkgo.json-report=${report}`,
    `--kubeconfig=${kubeconfig}`,
    "--provider=skeleton",
    "--allowed-not-ready-nodes=-1",
    "--e2e-verify-service-account=false",
    "--dump-logs-on-failure=false",
    "--disable-log-dump",
    `--kubectl-path=${kubectl}`,
  ];
  const child = spawn(program, flags, { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
  const log = createWriteStream(join(folder, `${name}.log`));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await once(child, "close");
  log.end();
  return existsSync(report) ? resultsOf(JSON.parse(readFileSync(report, "utf8"))) : new Map();
}

const escaped = (text) => text.replace(/[[\](){}.*+?^$|\\]/g, "\\$&");

function resultsOf(suites) {
  const tests = suites
    .flatMap((suite) => suite.SpecReports ?? [])
    .filter((test) => test.LeafNodeType === "It");
  return new Map(
    tests
      .map((test) => [[...(test.ContainerHierarchyTexts ?? []), test.LeafNodeText].join(" "), test])
      .filter(([, test]) => test.State !== "skipped" || test.Failure !== undefined)
      .map(([name, test]) => [name, wordsOf(test)]),
  );
}

const wordsOf = ({ State, Failure }) =>
  State === "passed" ? "passed" : `${State}: ${(Failure?.Message ?? "").slice(0, 300)}`;
