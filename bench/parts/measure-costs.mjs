import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { chromiumPath, openInChromium } from "./chromium.mjs";
import { NODE_FLAGS, startPart } from "./processes.mjs";
import { runOnce, targetOf } from "./run-once.mjs";
import { policiesOf, webhooksOf } from "./shadow-manifests.mjs";

/**
 * Additions to a server that handles writes: `flags` of its start, and clients that `open` connects; each returns a function that ends them. `inQuick`:
 * also in a quick run, which takes one of each kind.
 */
const ROWS = [
  { name: "nothing: the noise of this measurement" },
  { name: "a stream of requests", open: openStream },
  { name: "the console's process, and a reader", open: openThroughConsole, inQuick: true },
  ...(chromiumPath === undefined
    ? []
    : [{ name: "the console in a browser", open: openInChromium, inQuick: true }]),
  ...[1, 5].map((count) =>
    shadowRow(`shadow: ${count} validating webhooks`, webhooksOf("Validating", count)),
  ),
  ...[1, 5].map((count) => shadowRow(`shadow: ${count} mutating webhooks`, webhooksOf("Mutating", count))),
  ...[1, 5].map((count) => ({
    ...shadowRow(`shadow: ${count} validating policies`, policiesOf(count)),
    inQuick: count === 1,
  })),
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
 * Cost of each addition for a server that only creates pods: two servers, one without, each under a load of its own,
 * at the same time. So whatever else this machine does slows both. Several pairs, for two processes of one program differ by
 * some percent. Objects are in memory: the writes that take least.
 */
export async function measureCosts({ only, quick, load, ...options }) {
  const second = startPart("load");
  const loads = [load, second];
  const rows = [];
  try {
    for (const row of ROWS)
      if ((only === undefined || row.name.includes(only)) && (!quick || row.inQuick))
        rows.push(await measureRow(row, { ...options, loads }));
  } finally {
    second.stop();
  }
  return rows;
}

async function measureRow(row, { pairs, ...options }) {
  const results = { with: [], without: [] };
  for (let i = 0; i < pairs; i++) {
    process.stderr.write(`${row.name}, pair ${i + 1} ...\n`);
    // Neither starts first nor has one of the loads each time.
    const order = i % 2 === 0 ? ["with", "without"] : ["without", "with"];
    const pair = await measurePair(row, order, options);
    for (const side of order) results[side].push(...pair[side]);
  }
  return { name: row.name, ...results };
}

async function measurePair({ flags = () => [], open }, order, { dist, loads, seconds, rounds, warmup }) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const servers = {};
  let close;
  try {
    for (const side of order)
      servers[side] = await startServer({
        dist,
        dataDir: join(folder, side),
        inMemory: true,
        nodeFlags: NODE_FLAGS,
        flags: side === "with" ? flags(folder) : [],
      });
    close = await open?.({ ...servers.with, token: TOKEN });
    const run = (turn) =>
      Promise.all(
        order.map((side, i) => runOnce(loads[i], targetOf(servers[side]), { protocol: "h1", ...turn })),
      );
    await run(warmup);
    const pair = { with: [], without: [] };
    for (let i = 0; i < rounds; i++) {
      const [first, second] = await run({ seconds });
      pair[order[0]].push(first);
      pair[order[1]].push(second);
    }
    return pair;
  } finally {
    await close?.();
    await Promise.all(Object.values(servers).map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the stream as the console's process does. */
function openStream({ port, ca, token }) {
  const headers = { authorization: `Bearer ${token}` };
  return reading(request({ host: "127.0.0.1", port, ca, path: "/explain/stream?sample=true", headers }));
}

/** The page's own stream, without a page that renders it. */
async function openThroughConsole({ consoleLink }) {
  const link = new URL(consoleLink);
  return reading(plainRequest(new URL(`/api/stream?${link.hash.slice(1)}`, link)));
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
