// A process of its own that sends requests as fast as it is answered, on order of its parent.

import { http1Connections } from "./http1-load.mjs";
import { http2Streams } from "./http2-load.mjs";
import { obey } from "./obey.mjs";

let segments = 0;

obey(async (order) => ({ result: await run(order) }));

/**
 * Sends for `seconds`, `writes` at most; then waits for what is in flight. `request` as in requests.mjs (default: creates
 * Pods), `expect` is the status that counts as done. `keep`: with the connections of the order before, when that one kept
 * them too: a handshake costs as much as some writes. Times in milliseconds.
 */
async function run(order) {
  const { session, connections } = await opened(order);
  const cpu = process.cpuUsage();
  const finished = session.start(order);
  for (const connection of connections) connection.send();
  const result = await finished;
  const { user, system } = process.cpuUsage(cpu);
  if (!order.keep) closeAll(connections);
  return { ...result, cpuMs: (user + system) / 1000 };
}

let kept;

async function opened(order) {
  if (order.keep && kept?.port === order.port) return kept;
  if (kept !== undefined) closeAll(kept.connections);
  kept = undefined;
  const session = createSession(order.expect ?? 201);
  const open = order.protocol === "h2" ? http2Streams : http1Connections;
  const connections = await open({ ...order, prefix: `bench-${segments++}` }, session);
  const made = { port: order.port, session, connections };
  if (order.keep) kept = made;
  return made;
}

function closeAll(connections) {
  for (const connection of connections) connection.close();
}

function createSession(expected) {
  let times = [];
  let names = 0;
  let limit = 0;
  let running = 0;
  let startedAt = 0;
  let endsAt = 0;
  let failures = 0;
  let firstFailure;
  let finish;
  let fail = () => {};
  const end = () => {
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const elapsed = performance.now() - startedAt;
    finish({
      writes: times.length,
      perSecond: (times.length / elapsed) * 1000,
      p50: at(0.5),
      p99: at(0.99),
      failures,
      firstFailure,
    });
  };
  return {
    start({ seconds, connections, writes = Number.POSITIVE_INFINITY }) {
      times = [];
      limit = names + writes;
      startedAt = performance.now();
      endsAt = startedAt + seconds * 1000;
      running = connections;
      return new Promise((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    },
    next() {
      if (names < limit && performance.now() < endsAt) return names++;
      running--;
      if (running === 0) end();
      return undefined;
    },
    /** A connection is gone: what was under way on it would be waited for without end. */
    lost: (error) => fail(error),
    done(status, milliseconds, chunk) {
      if (status === expected) times.push(milliseconds);
      else {
        failures++;
        firstFailure ??= `${status} ${chunk?.toString("latin1").slice(-300)}`;
      }
    },
  };
}
