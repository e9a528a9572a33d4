import { createServer } from "node:net";

/** Systems give ports from 32768 (some from 16384) to connections: those would take one before its server is there. */
const [FIRST, PROCESSES, OF_EACH] = [10_000, 60, 100];
let next = 0;

/**
 * A port of 127.0.0.1 that nobody has at the moment. Each process has its own hundred, which it goes through: tests that
 * run at the same time are not given the same one before they listen.
 */
export async function freePort() {
  for (let i = 0; i < PROCESSES * OF_EACH; i++) {
    const offset =
      (process.pid % PROCESSES) * OF_EACH + (next++ % OF_EACH) + Math.floor(i / OF_EACH) * OF_EACH;
    const port = FIRST + (offset % (PROCESSES * OF_EACH));
    if (await isFree(port)) return port;
  }
  throw new Error("there is no free port");
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
