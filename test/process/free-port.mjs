import { createServer } from "node:net";

/** Systems give ports from 32768 (some from 16384) to connections: those would take one before its server is there. */
const [FIRST, PROCESSES, OF_EACH] = [10_000, 60, 100];
/** The first port of the hundred of this process. */
let first;
let next = 0;

/**
 * A port of 127.0.0.1 that is free at the moment. Each process uses a hundred ports of its own in turn, so that tests
 * that run at the same time do not get the same port before they listen on it. The process listens on the first of
 * them until it ends, so that other processes do not take the same hundred.
 */
export async function freePort() {
  first ??= takeHundred();
  const lowest = (await first) + 1;
  for (let i = 1; i < OF_EACH; i++) {
    const port = lowest + (next++ % (OF_EACH - 1));
    const server = await listener(port);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error("there is no free port");
}

async function takeHundred() {
  for (let i = 0; i < PROCESSES; i++) {
    const port = FIRST + ((process.pid + i) % PROCESSES) * OF_EACH;
    const server = await listener(port);
    if (server === undefined) continue;
    server.unref();
    return port;
  }
  throw new Error(`${PROCESSES} processes have taken all ports for tests`);
}

/** Undefined if the port is in use. */
function listener(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
