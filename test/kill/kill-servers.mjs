import { readFileSync } from "node:fs";
import { startServer, stopServer } from "../process/start-server.mjs";
import { createClient } from "./client.mjs";
import { createLedger } from "./ledger.mjs";
import { readBack, startWriters } from "./writers.mjs";

const WRITERS = 16;
const PROCESSES = 2;

/**
 * Kills one server of several repeatedly during writes; their parent has the store in a directory, and continues. Returns the problems
 * found; `report` is called for each round.
 */
export async function killServers({ dist, dataDir, rounds, report }) {
  const ledger = createLedger();
  const problems = [];
  const parent = await startServer({ dist, dataDir, flags: ["--processes", String(PROCESSES)] });
  try {
    for (let round = 0; round <= rounds; round++) {
      const client = createClient(parent);
      const { items, revision } = await readBack(client);
      const found = ledger.compare(items, revision);
      problems.push(...found.map((problem) => `round ${round}: ${problem}`));
      const { acknowledged } = ledger;
      report({ round, objects: items.length, acknowledged, revision, problems: found.length });
      if (round < rounds) await killOne(parent, () => startingWriters(client, ledger));
      client.close();
    }
  } finally {
    await stopServer(parent);
  }
  return { problems, acknowledged: ledger.acknowledged };
}

/** Writers, and a function that stops those whose connection is not broken. */
function startingWriters(client, ledger) {
  let isStopped = false;
  const writing = startWriters(client, ledger, WRITERS, () => isStopped);
  return async () => {
    isStopped = true;
    await writing;
  };
}

/** Resolves when another server answers in the place of the killed one: all that it had sent is stored then, or never. */
async function killOne(parent, write) {
  const { pid } = parent.child;
  const stop = write();
  await pause(50 + Math.random() * 1000);
  const before = childrenOf(pid);
  const victim = before[Math.floor(Math.random() * before.length)];
  process.kill(victim, "SIGKILL");
  await pause(Math.random() * 500);
  await stop();
  while (childrenOf(pid).includes(victim) || !(await allAnswer(parent))) await pause(50);
}

/** Each server asks all others for their metrics. */
async function allAnswer(parent) {
  const client = createClient(parent);
  const { body } = await client.send("GET", "/metrics");
  client.close();
  return Array.from({ length: PROCESSES }, (_, i) => `process="${i + 1}"`).every((label) =>
    body.includes(label),
  );
}

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
