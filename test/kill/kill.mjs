// npm run stress -- kill [--rounds N] [--dist DIR]
// Writes through the API of a server that stores its objects in a directory, kills it with SIGKILL at random moments, and
// checks that all acknowledged writes are stored, with each value of --sync and with two processes; kills one of two processes,
// too, and stops a server under load. Exit status 1 if a write was lost.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../process/build-server.mjs";
import { killRounds } from "./kill-rounds.mjs";
import { killServers } from "./kill-servers.mjs";
import { stopUnderLoad } from "./stop-under-load.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: { rounds: { type: "string", default: "20" }, dist: { type: "string" } },
});
const rounds = Number(flags.rounds);
const say = (text) => process.stdout.write(`${text}\n`);

const dist = flags.dist === undefined ? buildServer("kill") : resolve(flags.dist);
const folder = mkdtempSync(join(tmpdir(), "sallyport-kill-"));
try {
  const problems = [];
  for (const flag of ["--sync=always", "--sync=second", "--sync=never", "--processes=2"]) {
    const killed = await killRounds({ dist, dataDir: join(folder, flag), rounds, flags: [flag], report });
    problems.push(...killed.problems.map((problem) => `${flag}: ${problem}`));
    say(
      `\nSIGKILL with ${flag}: ${rounds} times; ${killed.acknowledged} acknowledged writes, all looked for after each start.`,
    );
  }
  const one = await killServers({ dist, dataDir: join(folder, "servers"), rounds, report });
  problems.push(...one.problems.map((problem) => `one of two processes: ${problem}`));
  say(`\nSIGKILL of one of two processes: ${rounds} times; ${one.acknowledged} acknowledged writes.`);
  const stopped = await stopUnderLoad({ dist, dataDir: join(folder, "stopped") });
  say(`SIGTERM: ended after ${Math.round(stopped.tookMs)} ms; ${stopped.waiting} requests were under way.`);
  problems.push(...stopped.problems);
  for (const problem of problems) say(`LOST  ${problem}`);
  say(
    problems.length === 0
      ? "Nothing was lost, nothing was half written, no revision went back."
      : `${problems.length} problems.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report({ round, objects, acknowledged, revision, problems }) {
  const verdict = problems === 0 ? "all there" : `${problems} PROBLEMS`;
  say(
    `start ${String(round).padStart(2)}: ${String(objects).padStart(4)} objects at revision ${revision}, ${acknowledged} writes acknowledged so far: ${verdict}`,
  );
}
