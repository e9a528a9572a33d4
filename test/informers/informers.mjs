// npm run stress -- informers [--rounds N] [--seconds N] [--processes N] [--dist DIR]
// Informers of several types follow a server with 500 writes per second, while connections are broken at random and the server
// is restarted once in each round. Afterwards each must have the same objects as a fresh list. Exit status 1 if one has not, or
// if a watch omitted or repeated an event.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../process/build-server.mjs";
import { playRound } from "./round.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    rounds: { type: "string", default: "10" },
    seconds: { type: "string", default: "60" },
    processes: { type: "string", default: "1" },
    dist: { type: "string" },
  },
});
const [rounds, seconds] = [Number(flags.rounds), Number(flags.seconds)];
const dist = flags.dist === undefined ? buildServer("informers") : resolve(flags.dist);
let equal = 0;
for (let round = 1; round <= rounds; round++) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-informers-"));
  try {
    const played = await playRound({ dist, dataDir, seconds, flags: ["--processes", flags.processes] });
    const { writes, awayMs, objects, informers, kills, problems } = played;
    if (problems.length === 0) equal++;
    const sum = (field) => informers.reduce((total, { counts }) => total + counts[field], 0);
    console.log(
      `round ${round}: ${writes} writes (${Math.round(writes / seconds)} a second), ${objects} objects; ` +
        `the server was away for ${Math.round(awayMs)} ms; ` +
        `${informers.length} informers, ${kills} connections broken off, ${sum("events")} events, ` +
        `${sum("watches")} watches, ${sum("lists")} lists, ${sum("gone")} times told to list again: ` +
        (problems.length === 0 ? "all equal a fresh list" : `${problems.length} PROBLEMS`),
    );
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
console.log(`informers: ${equal} of ${rounds} rounds ended with caches equal to a fresh list`);
process.exitCode = equal === rounds ? 0 : 1;
