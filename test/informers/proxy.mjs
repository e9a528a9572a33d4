import { connect, createServer } from "node:net";
import { Transform } from "node:stream";

/** Forwards connections to the server. On request it breaks, delays or holds them in several ways. */
export async function startProxy() {
  const pairs = new Set();
  let port = 0;
  let delayMs = 0;
  /** Held data; undefined: all data passes. */
  let held;
  const pass = (go) => void (held === undefined ? go() : held.push(go));
  const link = () =>
    new Transform({
      transform(chunk, _, done) {
        const go = () => done(null, chunk);
        // Data in transit when the connection is cut does not arrive either.
        if (delayMs > 0) setTimeout(() => pass(go), delayMs);
        else pass(go);
      },
    });
  const proxy = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port });
    const back = link();
    const pair = { near, far, back };
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
    near.pipe(link()).pipe(far);
    far.pipe(back).pipe(near);
  });
  await new Promise((ready) => proxy.listen(0, "127.0.0.1", ready));
  return {
    port: proxy.address().port,
    /** Sets the port for new connections. */
    leadTo(next) {
      port = next;
    },
    /** Breaks off one connection, of any client; false when there is none. */
    breakOne() {
      const pair = [...pairs][Math.floor(Math.random() * pairs.size)];
      if (pair === undefined) return false;
      BREAKS[Math.floor(Math.random() * BREAKS.length)](pair);
      return true;
    },
    breakAll() {
      for (const { near } of pairs) near.resetAndDestroy();
    },
    /** From now on no data passes in either direction, and neither side is informed, as if a cable were unplugged. */
    cut() {
      held ??= [];
    },
    /** Delays all later data by this time. */
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    /** Sends the held data, and ends all delays. */
    mend() {
      delayMs = 0;
      const late = held ?? [];
      held = undefined;
      for (const go of late) go();
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

const BREAKS = [
  ({ near }) => near.destroy(),
  ({ far }) => far.destroy(),
  ({ near }) => near.resetAndDestroy(),
  ({ far }) => far.resetAndDestroy(),
  // No data first: all data that the server sends in the meantime is lost.
  ({ near, far, back }) => {
    far.unpipe(back);
    far.resume();
    setTimeout(() => near.destroy(), 50 + Math.random() * 300);
  },
];
