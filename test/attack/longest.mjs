// npm run stress -- longest [--only TEXT] [--from KIND] [--factor N] [--tries N] [--quick] [--verbose] [--dist DIR]
// Sends one request of 3 MB of each kind, one after the other, to an idle server, and measures the longest time that it blocks
// the event loop. Prints the kinds that block it for longer than 100 ms (--verbose: all), with the minimum of some attempts.
// --from: this kind and all later ones. --factor: slowness of this machine, 1 for a usual one. --quick: only the slowest
// kind of each group. Exit status 1 if a kind exceeds its limit.
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../process/build-server.mjs";
import { startServer, stopServer, TOKEN } from "../process/start-server.mjs";
import { THINGS } from "./longest/definitions.mjs";
import { KINDS } from "./longest/kinds.mjs";
import { KNOWN, QUICK } from "./longest/known.mjs";
import { startWebhook } from "./longest/webhook.mjs";
import { client } from "./longest/wire.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    only: { type: "string" },
    factor: { type: "string", default: "1" },
    tries: { type: "string", default: "3" },
    quick: { type: "boolean", default: false },
    from: { type: "string", default: "" },
    verbose: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const BOUND_MS = 100;
const SETTLE_MS = 50;
const factor = Number(flags.factor);
const names = chosen();

const dist = flags.dist === undefined ? buildServer("longest") : resolve(flags.dist);
const folder = mkdtempSync(join(tmpdir(), "sallyport-longest-"));
const socket = join(folder, "delay.sock");
const preload = new URL(`./longest/loop-delay.mjs?socket=${socket}`, import.meta.url).href;
const nodeFlags = [
  "--max-semi-space-size=64",
  "--import",
  preload,
  ...(process.env.LONGEST_FLAGS?.split(" ") ?? []),
];
const running = await startServer({ dist, dataDir: folder, nodeFlags });
const send = client({ ...running, token: TOKEN });
const webhook = await startWebhook(folder, send);
const [passed, failed] = [[], []];
try {
  await prepare();
  for (const name of names) await measured(name);
} finally {
  webhook.close();
  await stopServer(running, 5000);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`longest: ${passed.length} of ${names.length} kinds hold the event loop no longer than they may`);
process.exit(failed.length === 0 ? 0 : 1);

/** `--only`: one kind by its name, or all whose name has the text in it. */
function chosen() {
  const all = flags.quick ? QUICK : Object.keys(KINDS);
  const { only = "" } = flags;
  if (Object.hasOwn(KINDS, only)) return [only];
  return all.slice(Math.max(0, all.indexOf(flags.from))).filter((name) => name.includes(only));
}

async function prepare() {
  await send({ path: "/api/v1/namespaces", body: { metadata: { name: "longest" } } });
  await send({ path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body: THINGS });
  const things = "/apis/longest.example.com/v1/namespaces/longest/things";
  while ((await send({ method: "GET", path: things })).status !== 200) await sleep(50);
}

/** One kind that cannot be measured is no reason to leave the others out. */
async function measured(name) {
  try {
    await measure(name);
  } catch (error) {
    failed.push(name);
    console.log(`FAILED ${name.padEnd(60)} ${error.message}`);
  }
}

async function measure(name) {
  const allowed = (KNOWN.get(name) ?? BOUND_MS) * factor;
  const enough = flags.quick ? allowed : BOUND_MS / 2;
  let best;
  for (let i = 0; i < Number(flags.tries); i++) {
    const found = await attempt(name);
    if (best === undefined || found.heldMs < best.heldMs) best = found;
    if (best.heldMs <= enough) break;
  }
  const holds = best.heldMs <= allowed;
  (holds ? passed : failed).push(name);
  if (holds && !flags.verbose && !KNOWN.has(name)) return;
  const verdict = holds ? (KNOWN.has(name) ? "known " : "      ") : "FAILED";
  const figures = `${best.heldMs.toFixed(0).padStart(5)} ms of ${best.ms.toFixed(0).padStart(5)}, ${best.bytes} bytes, ${best.status}`;
  console.log(`${verdict} ${name.padEnd(60)} ${figures}${flags.verbose ? ` ${best.text}` : ""}`);
}

/** Sends the request after the requests that prepare it, and removes all objects afterwards. */
async function attempt(name) {
  const { before = [], webhook: hook, ...request } = KINDS[name]();
  const made = [];
  for (const one of before) made.push(await sent(one, name));
  if (hook !== undefined) await webhook.register(hook);
  await sleep(SETTLE_MS);
  await longest();
  const { status, text, ms, bytes } = await send(request);
  await sleep(SETTLE_MS);
  const heldMs = await longest();
  if (hook !== undefined) await webhook.remove();
  for (const one of [...made, request].reverse()) await remove(one);
  return { heldMs, ms, bytes, status, text: text.slice(0, 100) };
}

async function sent(request, name) {
  const { status, text } = await send(request);
  if (status >= 300) throw new Error(`${name}: ${request.path}: ${status} ${text.slice(0, 300)}`);
  return request;
}

async function remove({ method = "POST", path, body }) {
  if (method === "GET" || method === "DELETE") return;
  const object = method === "POST" ? `${path}/${nameOf(body)}` : path.replace(/\?.*/, "");
  const type = "application/merge-patch+json";
  if (body?.metadata?.finalizers !== undefined || path.includes("?fieldManager"))
    await send({ method: "PATCH", path: object, type, body: { metadata: { finalizers: null } } });
  for (let i = 0; i < 200; i++) {
    const { status } = await send({ method: "DELETE", path: object });
    if (status !== 200 && status !== 202 && status !== 409) return;
    if (i > 0) await sleep(50);
  }
  throw new Error(`${object} does not go`);
}

/** Name in an object, or in its text in JSON or YAML. */
function nameOf(body) {
  const text = typeof body === "string" ? /\bname"?: ?"?([\w.-]+)/.exec(body)?.[1] : body?.metadata?.name;
  return text ?? "longest";
}

/** Longest time that the event loop was blocked since the last call, measured by the server. */
function longest() {
  return new Promise((resolve, reject) => {
    const connection = connect(socket, () => connection.write("?"));
    connection.once("error", reject);
    connection.once("data", (text) => {
      connection.end();
      resolve(JSON.parse(text).longestMs);
    });
  });
}
