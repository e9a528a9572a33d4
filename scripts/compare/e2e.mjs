// npm run e2e -- [--reference] [--version 1.37] [--focus REGEX] [--list FILE] [--shards N] [--rounds N] [--processes N] [--dist DIR]
// Runs Kubernetes' own end-to-end tests (../shared/reality, see its README) against a fresh server, N rounds in a row.
// --reference: against kube-apiserver (BIN names its folder). --version: Kubernetes 1.37 (test/e2e/api-server.txt), or 1.36.
// Needs Go, kubectl of that version (KUBECTL, or the one beside the built reference) and root. The last line counts the tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildTests } from "../../test/e2e/build-tests.mjs";
import { buildServer } from "../../test/process/build-server.mjs";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { REFERENCE_BIN, startReference } from "../../test/process/reference.mjs";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT, sharedPath } from "../parts/shared.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    reference: { type: "boolean", default: false },
    version: { type: "string", default: "1.37" },
    focus: { type: "string" },
    list: { type: "string" },
    shards: { type: "string" },
    rounds: { type: "string", default: "1" },
    processes: { type: "string", default: "1" },
    dist: { type: "string" },
  },
});
const reality = (name) => sharedPath(join("reality", name));
const script = reality("e2e.sh");
if (!existsSync(script)) {
  console.error(`no end-to-end tests: ${script} is missing (SALLYPORT_SHARED names its folder)`);
  process.exit(2);
}
const LISTS = { 1.36: reality("e2e-tests.txt"), 1.37: join(ROOT, "test/e2e/api-server.txt") };
const cache = buildTests(flags.version);
const list = flags.list === undefined ? LISTS[flags.version] : resolve(flags.list);
const start = flags.reference ? startRemote : ownStart();
const built = join(REFERENCE_BIN, "kubectl");
const total = { passed: 0, failed: 0 };
for (let round = 1; round <= Number(flags.rounds); round++) {
  console.log(`e2e: round ${round} of ${flags.rounds}, some minutes`);
  const { passed, failed } = await playRound();
  total.passed += passed;
  total.failed += failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** One round on a fresh server without controllers, which the tests' own node plays. */
async function playRound() {
  const server = await start();
  try {
    return await runTests(server.url);
  } finally {
    await server.stop();
  }
}

function ownStart() {
  const dist = flags.dist === undefined ? buildServer("e2e") : resolve(flags.dist);
  return async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sallyport-e2e-"));
    const server = await startServer({
      dist,
      dataDir,
      inMemory: true,
      flags: [
        ...["--controllers", "none", "--runtime-config", "admissionregistration.k8s.io/v1beta1=false"],
        ...["--processes", flags.processes],
      ],
    });
    return {
      url: server.url,
      async stop() {
        await stopServer(server);
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  };
}

/** Webhooks run on this machine, behind EndpointSlices, to which kube-apiserver connects only with this flag. */
async function startRemote() {
  const etcd = await startEtcd(newestEtcd());
  const reference = await startReference(etcd.endpoint, { flags: ["--enable-aggregator-routing=true"] });
  return {
    url: `https://127.0.0.1:${reference.port}`,
    async stop() {
      await reference.stop();
      await etcd.stop();
    },
  };
}

async function runTests(url) {
  const env = {
    ...process.env,
    CACHE: cache,
    LIST: list,
    ...(existsSync(built) ? { KUBECTL: process.env.KUBECTL ?? built } : {}),
    ...(flags.focus === undefined ? {} : { FOCUS: flags.focus }),
    ...(flags.shards === undefined ? {} : { SHARDS: flags.shards }),
  };
  const child = spawn("bash", [script, url, TOKEN], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
  });
  await once(child, "close");
  const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed) };
}
