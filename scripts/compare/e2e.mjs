// npm run e2e -- [--focus REGEX] [--list FILE] [--shards N] [--rounds N] [--dist DIR]
// Runs Kubernetes' own end-to-end tests (../shared/reality, see its README) against a fresh server, N rounds in a row.
// Needs Go, kubectl 1.36 (KUBECTL, or the one beside the built reference) and root. The last line counts the tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildServer } from "../../test/process/build-server.mjs";
import { REFERENCE_BIN } from "../../test/process/reference.mjs";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { sharedPath } from "../parts/shared.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    focus: { type: "string" },
    list: { type: "string" },
    shards: { type: "string" },
    rounds: { type: "string", default: "1" },
    dist: { type: "string" },
  },
});
const script = sharedPath("reality/e2e.sh");
if (!existsSync(script)) {
  console.error(`no end-to-end tests: ${script} is missing (SALLYPORT_SHARED names its folder)`);
  process.exit(2);
}
const dist = flags.dist === undefined ? buildServer("e2e") : resolve(flags.dist);
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

/** One round on a server that is as the reference was: without controllers, which the tests' own node plays. */
async function playRound() {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-e2e-"));
  const server = await startServer({
    dist,
    dataDir,
    inMemory: true,
    flags: ["--controllers", "none", "--runtime-config", "admissionregistration.k8s.io/v1beta1=false"],
  });
  try {
    return await runTests(server.url);
  } finally {
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runTests(url) {
  const env = {
    ...process.env,
    ...(existsSync(built) ? { KUBECTL: process.env.KUBECTL ?? built } : {}),
    ...(flags.focus === undefined ? {} : { FOCUS: flags.focus }),
    ...(flags.list === undefined ? {} : { LIST: resolve(flags.list) }),
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
