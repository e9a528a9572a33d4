// npm run e2e -- workloads [--reference] [--focus REGEX] [--list FILE] [--shards N] [--dist DIR] [--keep DIR]
// Runs Kubernetes' own tests of workloads (test/e2e/workloads.txt) against a fresh server with its controllers and fake nodes.
// --reference: against kube-apiserver with kube-controller-manager, with the same fake nodes (BIN names the folder of both).
// --keep: a folder for reports and logs. Needs Go, which builds the tests, and kubectl 1.37 (KUBECTL, or BIN/kubectl).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildTests } from "../../test/e2e/build-tests.mjs";
import { startControllerManager } from "../../test/e2e/controller-manager.mjs";
import { runTests } from "../../test/e2e/run-tests.mjs";
import { buildServer } from "../../test/process/build-server.mjs";
import { endWithParent } from "../../test/process/end-with-parent.mjs";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { freePort } from "../../test/process/free-port.mjs";
import { kubeconfigFile } from "../../test/process/kubeconfig.mjs";
import { REFERENCE_BIN, startReference } from "../../test/process/reference.mjs";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

const NODES = "3";
const { values: flags } = readFlags(import.meta.filename, {
  options: {
    reference: { type: "boolean", default: false },
    focus: { type: "string" },
    list: { type: "string", default: join(ROOT, "test/e2e/workloads.txt") },
    shards: { type: "string", default: "6" },
    dist: { type: "string" },
    keep: { type: "string" },
  },
});
const program = join(buildTests("1.37"), "e2e/bin/e2e.test");
const built = join(REFERENCE_BIN, "kubectl");
process.env.E2E_KUBECTL = process.env.KUBECTL ?? (existsSync(built) ? built : "kubectl");
const folder = flags.keep === undefined ? mkdtempSync(join(tmpdir(), "sallyport-e2e-")) : resolve(flags.keep);
mkdirSync(folder, { recursive: true });
const listed = readFileSync(flags.list, "utf8").split("\n");
const names = listed.filter((name) => name !== "" && new RegExp(flags.focus ?? "").test(name));

const server = flags.reference ? await startRemote() : await startOwn();
const count = { passed: 0, failed: 0 };
try {
  prepare(server.url);
  await runTests({
    program,
    kubectl: join(ROOT, "test/e2e/kubectl.mjs"),
    url: server.url,
    token: TOKEN,
    names,
    shards: Number(flags.shards),
    folder,
    onResult(name, result) {
      count[result === "passed" ? "passed" : "failed"]++;
      if (result !== "passed") console.log(`FAILED ${name}\n  ${result.replaceAll("\n", "\n  ")}`);
    },
  });
} finally {
  await server.stop();
  if (flags.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;

/** Waits for the nodes, and makes a default class, and a policy that says by labels how the pods of a Job end: as their commands would. */
function prepare(url) {
  const kubeconfig = kubeconfigFile(folder, url, TOKEN);
  const steps = [
    ["wait", "--for=create", `node/fake-node-${Number(NODES) - 1}`, "--timeout=60s"],
    ["wait", "--for=condition=Ready", "nodes", "--all", "--timeout=60s"],
    ["apply", "-f", join(ROOT, "test/e2e/objects.json")],
  ];
  for (const step of steps) {
    const args = ["--kubeconfig", kubeconfig, ...step];
    const { status } = spawnSync(process.env.E2E_KUBECTL, args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`kubectl ${step.join(" ")} failed`);
  }
}

async function startOwn() {
  const dist = flags.dist === undefined ? buildServer("e2e") : resolve(flags.dist);
  const dataDir = join(folder, "data");
  const own = await startServer({ dist, dataDir, inMemory: true, flags: ["--fake-nodes", NODES] });
  return { url: own.url, stop: () => stopServer(own) };
}

/** The reference has no nodes: those of this project are played beside it. */
async function startRemote() {
  const etcd = await startEtcd(newestEtcd());
  const reference = await startReference(etcd.endpoint);
  const url = `https://127.0.0.1:${reference.port}`;
  const manager = startControllerManager({
    program: join(REFERENCE_BIN, "kube-controller-manager"),
    kubeconfig: kubeconfigFile(folder, url, TOKEN),
    folder,
    port: await freePort(),
  });
  const nodes = endWithParent(
    spawn(process.execPath, [join(ROOT, "test/e2e/fake-nodes.mjs"), url, TOKEN, NODES], {
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  const nodesGone = once(nodes, "exit");
  return {
    url,
    async stop() {
      nodes.kill();
      await Promise.all([nodesGone, manager.stop(), reference.stop()]);
      await etcd.stop();
    },
  };
}
