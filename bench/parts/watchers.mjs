// A process of its own that holds watches open and counts the events that arrive.
import { obey } from "./obey.mjs";
import { openWatches } from "./watch-connection.mjs";

/** Streams of one connection: kube-apiserver allows no more than a hundred. */
const STREAMS = 100;

let connections = [];
let events = 0;
let failure;

obey(run);

/**
 * `open`: { count, path, connections? } with `%W%` in the path for the number of the watch; `events`: how many have come
 * so far; `close`: all of them.
 */
async function run(order) {
  if (order.open !== undefined) await open(order.open, order.target);
  if (order.close) close();
  if (failure !== undefined) throw new Error(failure);
  const { user, system } = process.cpuUsage();
  return { events, at: performance.now(), cpuMs: (user + system) / 1000 };
}

async function open({ count, path, streams = STREAMS }, target) {
  const paths = Array.from({ length: count }, (_, i) => path.replaceAll("%W%", String(i)));
  const told = {
    seen: (lines) => {
      events += lines;
    },
    failed: (why) => {
      failure ??= why;
    },
  };
  // A few at a time: handshakes are dear.
  for (let i = 0; i < count; i += streams * 10) {
    const groups = [];
    for (let j = i; j < Math.min(count, i + streams * 10); j += streams)
      groups.push(paths.slice(j, Math.min(count, j + streams)));
    connections.push(...(await Promise.all(groups.map((group) => openWatches(target, group, told)))));
  }
}

function close() {
  for (const connection of connections) connection.close();
  connections = [];
  events = 0;
  failure = undefined;
}
