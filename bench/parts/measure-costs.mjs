import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { chromiumPath, openInChromium } from "./chromium.mjs";
import { NODE_FLAGS } from "./processes.mjs";
import { runOnce, targetOf } from "./run-once.mjs";
import { policiesOf, webhooksOf } from "./shadow-manifests.mjs";

/** What a server has beside its writes: `flags` of its start, `open` what then looks at it; each answers how to end. */
const ROWS = [
  { name: "nothing: the noise of this measurement" },
  { name: "a stream of requests", open: openStream },
  { name: "the console's process, and a reader", open: openThroughConsole },
  ...(chromiumPath === undefined ? [] : [{ name: "the console in a browser", open: openInChromium }]),
  ...[1, 5].map((count) =>
    shadowRow(`shadow: ${count} validating webhooks`, webhooksOf("Validating", count)),
  ),
  ...[1, 5].map((count) => shadowRow(`shadow: ${count} mutating webhooks`, webhooksOf("Mutating", count))),
  ...[1, 5].map((count) => shadowRow(`shadow: ${count} validating policies`, policiesOf(count))),
];

function shadowRow(name, manifests) {
  return {
    name,
    flags: (folder) => {
      const file = join(folder, "new.json");
      writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: manifests }));
      return ["--shadow", file];
    },
  };
}

/**
 * What each of these costs a server that does nothing but create pods. Two servers by turns, one without; several pairs,
 * for two processes of one program differ by some percent. Objects are in memory: the writes that take least.
 */
export async function measureCosts({ only, ...options }) {
  const rows = [];
  for (const row of ROWS)
    if (only === undefined || row.name.includes(only)) rows.push(await measureRow(row, options));
  return rows;
}

async function measureRow(row, { pairs, ...options }) {
  const results = { with: [], without: [] };
  for (let i = 0; i < pairs; i++) {
    process.stderr.write(`${row.name}, pair ${i + 1} ...\n`);
    const pair = await measurePair(row, options);
    for (const side of ["with", "without"]) results[side].push(...pair[side]);
  }
  return { name: row.name, ...results };
}

async function measurePair({ flags = () => [], open }, { dist, load, seconds, rounds, warmup }) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const start = (name, more) =>
    startServer({ dist, dataDir: join(folder, name), inMemory: true, nodeFlags: NODE_FLAGS, flags: more });
  const servers = [];
  let close;
  try {
    servers.push(await start("with", flags(folder)), await start("without", []));
    const [one, other] = servers.map(targetOf);
    close = await open?.({ ...servers[0], token: TOKEN });
    for (const target of [one, other]) await runOnce(load, target, { protocol: "h1", ...warmup });
    const pair = { with: [], without: [] };
    const run = async (side, target) =>
      pair[side].push(await runOnce(load, target, { protocol: "h1", seconds }));
    for (let i = 0; i < rounds; i++) {
      const sides = [
        ["with", one],
        ["without", other],
      ];
      for (const [side, target] of i % 2 === 0 ? sides : sides.reverse()) await run(side, target);
    }
    return pair;
  } finally {
    await close?.();
    await Promise.all(servers.map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the console's process reads it. */
function openStream({ port, ca, token }) {
  const headers = { authorization: `Bearer ${token}` };
  return reading(request({ host: "127.0.0.1", port, ca, path: "/explain/stream?sample=true", headers }));
}

/** The page's own stream, with nobody who draws what comes. */
async function openThroughConsole({ consoleLink }) {
  const { host, searchParams } = new URL(consoleLink);
  const cookie = `sallyport-console-${host.split(":")[1]}=${searchParams.get("token")}`;
  return reading(plainRequest(new URL("/api/stream", consoleLink), { headers: { cookie } }));
}

/** Resolves, when it is open, with what ends it. */
function reading(sent) {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the stream answers ${answer.statusCode}`));
      answer.on("error", () => {});
      answer.resume();
      resolve(() => sent.destroy());
    });
    sent.end();
  });
}
