import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startInformer } from "../informers/informer.mjs";
import { startProxy } from "../informers/proxy.mjs";
import { createTransport } from "../informers/transport.mjs";
import { startEtcdMembers } from "../process/etcd.mjs";
import { startFaults } from "./faults.mjs";
import { judge } from "./judge.mjs";
import { startReconfiguring } from "./reconfigure.mjs";
import { startReplica } from "./replica.mjs";
import { NAMESPACE, startWriters } from "./writers.mjs";

const INFORMERS = 10;
const WRITERS = 10;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs all faults and clients together for `seconds`, then repairs all faults and checks the result. */
export async function play({ dist, found, seconds, processes, say }) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-chaos-"));
  const etcd = await startEtcdMembers(found, { count: 3 });
  const replicas = [];
  try {
    // The first one makes the certificates that all have.
    for (let n = 0; n < 3; n++)
      replicas.push(await startReplica({ n, dist, dataDir, members: etcd.members, processes }));
    await replicas[0].client.send("POST", "/api/v1/namespaces", { metadata: { name: NAMESPACE } });
    const configurations = await startReconfiguring({ dist, replicas, processes });
    const writers = startWriters(replicas, WRITERS);
    const informers = await startInformers(replicas);
    const faults = startFaults({ members: etcd.members, replicas, processes, say });
    await telling(seconds, say, { writers, configurations, faults });
    await faults.stop();
    say("mended; everything may come to an end");
    await Promise.all([writers.stop(), configurations.stop()]);
    const problems = await judge({ replicas, informers, writers, configurations });
    await stopInformers(informers);
    return { problems, said: summary({ writers, informers, configurations, faults }) };
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await etcd.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts informers. Each connects through its own balancer, which changes to another server from time to time. */
async function startInformers(replicas) {
  const path = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
  return Promise.all(
    Array.from({ length: INFORMERS }, async (_, n) => {
      const proxy = await startProxy();
      const lead = () => proxy.leadTo(replicas[Math.floor(Math.random() * replicas.length)].port);
      lead();
      const timer = setInterval(
        () => {
          lead();
          proxy.breakAll();
        },
        3000 + n * 500,
      );
      const [protocol, streams] = [n % 2 === 0 ? "h1" : "h2", n % 4 > 1];
      const transport = createTransport(protocol, { port: proxy.port, ca: replicas[0].ca });
      const selector = n % 5 === 4 ? "writer=3" : undefined;
      const name = `informer ${n} (${protocol}${streams ? ", stream" : ""})`;
      const informer = startInformer({ name, path, selector, streams, transport });
      const close = () => {
        clearInterval(timer);
        proxy.close();
      };
      return { informer, close };
    }),
  );
}

async function stopInformers(informers) {
  await Promise.all(informers.map(({ informer }) => informer.stop()));
  for (const { close } of informers) close();
}

async function telling(seconds, say, parts) {
  const until = performance.now() + seconds * 1000;
  for (let left = seconds; left > 0; left = Math.round((until - performance.now()) / 1000)) {
    say(`${left} s left: ${counts(parts)}`);
    await pause(Math.min(10, left) * 1000);
  }
}

const counts = ({ writers, configurations, faults }) =>
  `${writers.counts.acknowledged} writes acknowledged, ${writers.counts.unanswered} unanswered; ` +
  `${configurations.effective} configurations in effect of ${configurations.written}; ${faults.count} faults`;

function summary({ informers, ...parts }) {
  const sum = (field) => informers.reduce((total, { informer }) => total + informer.counts[field], 0);
  return `${counts(parts)}; ${sum("events")} events, ${sum("watches")} watches, ${sum("lists")} lists`;
}
