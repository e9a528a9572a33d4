import { parseArgs } from "node:util";
import { Connection } from "../../../tools/differential/connection.ts";
import { newestEtcd, startEtcd } from "../../process/etcd.mjs";
import { startReference } from "../../process/reference.mjs";
import { readCorpus } from "../set-up.ts";
import { Cluster } from "./cluster.ts";
import { startHooks } from "./hooks.ts";
import { playCase } from "./play-case.ts";

const { values: flags } = parseArgs({
  options: { only: { type: "string", default: "" }, dist: { type: "string" } },
});
const found = newestEtcd();
if (found === undefined) throw new Error("there is no etcd here");
const etcd = await startEtcd(found);
const reference = await startReference(etcd.endpoint, { flags: ["--enable-priority-and-fairness=false"] });
const connection = new Connection(reference.port, 4);
const hooks = await startHooks();
const cluster = new Cluster(connection, hooks);
const corpus = readCorpus().filter(({ file, name }) => `${file} ${name}`.includes(flags.only));
let played = 0;
let wrong = 0;
try {
  await cluster.prepare();
  for (const file of new Set(corpus.map((setUp) => setUp.file))) {
    const before = { played, wrong };
    for (const setUp of corpus.filter((one) => one.file === file)) {
      const complaints = await playCase(cluster, setUp);
      if (complaints === "skipped") continue;
      played += 1;
      if (complaints.length > 0) wrong += 1;
      for (const complaint of complaints) console.log(`${file}: ${setUp.name}: ${complaint}`);
    }
    console.log(`${file}: ${played - before.played} played, ${wrong - before.wrong} wrong`);
  }
  console.log(`explain:corpus: ${played} of ${corpus.length} set-ups played, ${wrong} labels are wrong`);
} finally {
  await connection.close();
  hooks.stop();
  await reference.stop();
  await etcd.stop();
}
process.exitCode = wrong === 0 ? 0 : 1;
