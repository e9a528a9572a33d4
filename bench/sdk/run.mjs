// npm run bench -- sdk [--seconds N] [--rounds N] [--quick] [--dist DIR]
// Reviews per second of a webhook made with sallyport/webhook beside a bare node:https handler that parses and answers,
// ten connections, by turns; then a certificate is swapped and the server closed under load, and lost calls are counted.
// Writes bench/sdk/results.md, unless --quick. Exit status 1 when a call was lost.
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Pool } from "undici";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../../test/process/build-server.mjs";
import { podText } from "../parts/pod.mjs";
import { cpuMsOf } from "../parts/processes.mjs";

const CONNECTIONS = 10;
const { values: flags } = readFlags(import.meta.filename, {
  options: {
    seconds: { type: "string" },
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const seconds = Number(flags.seconds ?? (flags.quick ? 0.3 : 2));
const rounds = Number(flags.rounds ?? (flags.quick ? 1 : 8));
const dist = flags.dist === undefined ? buildServer("bench") : resolve(flags.dist);
const { createAuthority, issueServing } = await import(
  pathToFileURL(`${dist}/http/certificates/issue.js`).href
);

const REVIEW = JSON.stringify({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters"] },
    object: JSON.parse(podText("bench-1")),
    oldObject: null,
    dryRun: false,
  },
});

const folder = mkdtempSync(join(tmpdir(), "sallyport-sdk-"));
const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
const authority = await createAuthority({ commonName: "bench", now: Date.now() });
const children = [];
try {
  const pair = await writePair();
  const [bare, sdk] = [await start("bare", pair), await start("sdk", pair)];
  const rows = await compare(bare, sdk);
  const lost = await disturb(sdk);
  const report = reportOf(rows, lost);
  process.stdout.write(report);
  if (!flags.quick) writeFileSync(new URL("./results.md", import.meta.url), report);
  process.exitCode = lost.failed === 0 ? 0 : 1;
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function writePair() {
  const pair = await issueServing(authority, { hosts: ["127.0.0.1", "localhost"], now: Date.now() });
  writeFileSync(files.certFile, pair.cert);
  writeFileSync(files.keyFile, pair.key);
  return pair;
}

async function start(which, pair) {
  const child = fork(fileURLToPath(new URL("./servers.mjs", import.meta.url)), { stdio: "inherit" });
  children.push(child);
  const ask = (order) =>
    new Promise((done) => {
      child.once("message", done);
      child.send(order);
    });
  const { port } = await ask({ which, dist, pair, ...files });
  const pool = new Pool(`https://127.0.0.1:${port}`, {
    connections: CONNECTIONS,
    connect: { ca: authority.cert },
  });
  return { which, pool, ask, pid: child.pid };
}

async function compare(bare, sdk) {
  const rows = [];
  for (const path of ["/validate", "/mutate"]) {
    const results = { bare: [], sdk: [] };
    for (const server of [bare, sdk]) await load(server, path, flags.quick ? 0.2 : 3);
    for (let i = 0; i < rounds; i++)
      for (const server of i % 2 === 0 ? [bare, sdk] : [sdk, bare])
        results[server.which].push(await load(server, path, seconds));
    rows.push({ path, bare: median(results.bare), sdk: median(results.sdk) });
  }
  return rows;
}

/** Ten callers, each with one call at a time. */
async function load({ pool, pid }, path, duration) {
  const times = [];
  const cpuBefore = cpuMsOf(pid);
  const until = performance.now() + duration * 1000;
  const caller = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await call(pool, path);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  times.sort((a, b) => a - b);
  const cpu = ((cpuMsOf(pid) - cpuBefore) * 1000) / times.length;
  return { perSecond: times.length / duration, p99: times[Math.floor(times.length * 0.99)], cpu };
}

async function call(pool, path) {
  const { statusCode, body } = await pool.request({
    path: `${path}?timeout=10s`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: REVIEW,
  });
  const answer = await body.json();
  if (statusCode !== 200 || answer.response.allowed !== true) throw new Error(`answered ${statusCode}`);
}

/** A new certificate after a second, the end after another one: what was sent before is answered. */
async function disturb(sdk) {
  let [calls, failed, closing] = [0, 0, false];
  const caller = async () => {
    while (!closing) {
      calls++;
      await call(sdk.pool, "/validate").catch(() => {
        failed++;
      });
    }
  };
  const callers = Promise.all(Array.from({ length: CONNECTIONS }, caller));
  await writePair();
  await pause(flags.quick ? 1500 : 3000);
  closing = true;
  const closed = sdk.ask({ close: true });
  await callers;
  await closed;
  return { calls, failed };
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function median(results) {
  const of = (key) => results.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(results.length / 2)];
  return { perSecond: of("perSecond"), p99: of("p99"), cpu: of("cpu") };
}

function reportOf(rows, lost) {
  const lines = rows.map(({ path, bare, sdk }) =>
    [
      path === "/validate" ? "allow" : "change a label",
      sdk.perSecond.toFixed(0),
      sdk.p99.toFixed(1),
      bare.perSecond.toFixed(0),
      bare.p99.toFixed(1),
      (sdk.perSecond / bare.perSecond).toFixed(2),
      (bare.cpu / sdk.cpu).toFixed(2),
    ].join(" | "),
  );
  return `# Reviews per second of the SDK

Reviews of a pod of 3 KB, ${CONNECTIONS} connections, TLS. Node ${process.version}, ${availableParallelism()} cores; ${rounds} rounds of ${seconds} s each, by turns; medians.
Bare: Node's own HTTPS server that reads and parses the review and answers it. CPU ratio: the same by processor time,
which a busy machine disturbs less.

| webhook | SDK reviews/s | SDK p99 ms | bare reviews/s | bare p99 ms | ratio | CPU ratio |
|---|---|---|---|---|---|---|
| ${lines.join(" |\n| ")} |

A certificate swapped and the server closed under load: ${lost.calls} calls, ${lost.failed} lost.
`;
}
