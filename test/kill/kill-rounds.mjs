import { startServer } from "../process/start-server.mjs";
import { createClient } from "./client.mjs";
import { createLedger } from "./ledger.mjs";
import { readBack, startWriters } from "./writers.mjs";

const WRITERS = 16;

/**
 * Kills the server repeatedly during writes, on one directory, with some flags: with `--processes`, the process that stores the objects.
 * Returns the problems found; `report` is called for each round.
 */
export async function killRounds({ dist, dataDir, rounds, flags, report }) {
  const ledger = createLedger();
  const problems = [];
  for (let round = 0; round <= rounds; round++) {
    const server = await startServer({ dist, dataDir, flags });
    const client = createClient(server);
    const { items, revision } = await readBack(client);
    const found = ledger.compare(items, revision);
    problems.push(...found.map((problem) => `round ${round}: ${problem}`));
    report({
      round,
      objects: items.length,
      acknowledged: ledger.acknowledged,
      revision,
      problems: found.length,
    });
    const afterMs = 50 + Math.random() * 1500;
    const writing = round === rounds ? Promise.resolve() : startWriters(client, ledger, WRITERS);
    const killing = new Promise((resolve) => setTimeout(resolve, round === rounds ? 0 : afterMs)).then(() =>
      server.child.kill("SIGKILL"),
    );
    await Promise.all([writing, killing, server.exited]);
    client.close();
  }
  return { problems, acknowledged: ledger.acknowledged };
}
