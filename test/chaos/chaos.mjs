// npm run stress -- chaos [--seconds N] [--processes N] [--dist DIR]
// Runs three servers over three members of etcd, ten writers, ten informers, and a webhook that is registered repeatedly, while
// servers and members are killed, stopped and disconnected at random. Afterwards every acknowledged write must be stored, once.
// Every informer must have the same objects as a fresh list. No object may have been judged by an old configuration if the
// server had reported the new one as effective before the request began. Exit status 1 if a check fails.
// --processes: each server has several processes, and single ones are killed too.
import { resolve } from "node:path";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../process/build-server.mjs";
import { newestEtcd } from "../process/etcd.mjs";
import { play } from "./play.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    seconds: { type: "string", default: "600" },
    processes: { type: "string", default: "1" },
    dist: { type: "string" },
  },
});
const seconds = Number(flags.seconds);
const found = newestEtcd();
if (found === undefined) {
  console.log("chaos: skipped: there is no etcd here");
  process.exit(0);
}
const dist = flags.dist === undefined ? buildServer("chaos") : resolve(flags.dist);
const { problems, said } = await play({
  ...{ dist, found, seconds, processes: Number(flags.processes) },
  say: (text) => console.log(text),
});
for (const problem of problems.slice(0, 50)) console.log(`WRONG  ${problem}`);
console.log(said);
console.log(
  problems.length === 0
    ? `chaos: ${seconds} s over etcd ${found.version}: nothing was lost, doubled or judged by what was gone`
    : `chaos: ${problems.length} PROBLEMS`,
);
process.exit(problems.length === 0 ? 0 : 1);
