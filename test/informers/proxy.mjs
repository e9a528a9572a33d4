import { connect, createServer } from "node:net";

/** Passes connections on to the server; breaks them off in several ways, or keeps all to itself, when it is told to. */
export async function startProxy() {
  const pairs = new Set();
  let port = 0;
  let silent = false;
  const proxy = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port });
    const pair = { near, far };
    pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on("error", () => {});
      one.on("close", () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
    if (silent) hush(pair);
  });
  await new Promise((ready) => proxy.listen(0, "127.0.0.1", ready));
  return {
    port: proxy.address().port,
    /** Where new connections go. */
    leadTo(next) {
      port = next;
    },
    /** Breaks off one connection, of whoever it is; false when there is none. */
    breakOne() {
      const pair = [...pairs][Math.floor(Math.random() * pairs.size)];
      if (pair === undefined) return false;
      BREAKS[Math.floor(Math.random() * BREAKS.length)](pair);
      return true;
    },
    breakAll() {
      for (const pair of pairs) pair.near.resetAndDestroy();
    },
    /** From now on nothing gets through, in neither direction, and nobody is told: as when a cable is pulled. */
    cut() {
      if (silent) return;
      silent = true;
      for (const pair of pairs) hush(pair);
    },
    /** What was held back goes on. */
    mend() {
      // Who pipes twice doubles every byte.
      if (!silent) return;
      silent = false;
      for (const { near, far } of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    close() {
      proxy.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}

function hush({ near, far }) {
  near.unpipe(far);
  far.unpipe(near);
  near.pause();
  far.pause();
}

const BREAKS = [
  ({ near }) => near.destroy(),
  ({ far }) => far.destroy(),
  ({ near }) => near.resetAndDestroy(),
  ({ far }) => far.resetAndDestroy(),
  // Silence first: what the server sends in the meantime is lost.
  (pair) => {
    pair.far.unpipe(pair.near);
    pair.far.resume();
    setTimeout(() => pair.near.destroy(), 50 + Math.random() * 300);
  },
];
