// npm run compare -- clients [--record URL] [--dist DIR] [--only kubectl,node,go,helm]
// Real clients on the server: commands of every kubectl found here, each compared with what it answered on the
// reference, journeys of Node's clients (test/clients/node), Go's clients (test/clients/go), and Helm, built here where
// there is Go (test/clients/helm). --record URL runs the commands on a reference instead, which must be fresh and know
// the token admin-token, and keeps its answers; KUBECTL then names the kubectl.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildServer } from "../../test/process/build-server.mjs";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { runGo } from "./clients/go.mjs";
import { runHelm } from "./clients/helm.mjs";
import { compare, findKubectls, record, runCommands } from "./clients/kubectl.mjs";
import { runNode } from "./clients/node.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: { record: { type: "string" }, dist: { type: "string" }, only: { type: "string" } },
});
const only = flags.only?.split(",") ?? ["kubectl", "node", "go", "helm"];
const kubectls = findKubectls();

if (flags.record !== undefined) recordAll(flags.record);
else await checkAll();

function recordAll(url) {
  const [kubectl] = kubectls;
  if (kubectl === undefined) throw new Error("there is no kubectl here");
  record(kubectl, runCommands(kubectl, { url, token: TOKEN }));
  console.log(`recorded with kubectl ${kubectl.version}`);
}

async function checkAll() {
  const dist = flags.dist === undefined ? buildServer("clients") : resolve(flags.dist);
  const all = [];
  if (only.includes("kubectl")) {
    if (kubectls.length === 0) all.push(skipped("there is no kubectl here"));
    for (const kubectl of kubectls) all.push(await onFreshServer(dist, kubectl));
  }
  if (only.includes("node")) all.push(await runNode(dist));
  if (only.includes("go")) all.push(runGo(dist));
  if (only.includes("helm")) all.push(await runHelm(dist));
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  console.log(`clients: ${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

function skipped(why) {
  console.log(`kubectl: skipped, ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}

async function onFreshServer(dist, kubectl) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-clients-"));
  const own = ["--controllers", "none", "--runtime-config", "admissionregistration.k8s.io/v1beta1=false"];
  const server = await startServer({ dist, dataDir, inMemory: true, flags: own });
  try {
    return compare(kubectl, runCommands(kubectl, { url: server.url, token: TOKEN }));
  } finally {
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
