// Loaded into a server before its program: node --import "file:///…/loop-delay.mjs?socket=PATH" …
// Measures the longest time for which the event loop was blocked, and reports it on a socket: it responds to each byte of a
// client with the maximum since the last response, in milliseconds.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

const EVERY_MS = 5;
const path = new URL(import.meta.url).searchParams.get("socket");
const schedule = `/proc/self/task/${process.pid}/schedstat`;
let longestMs = 0;
let last = now();

setInterval(() => {
  const at = now();
  longestMs = Math.max(longestMs, Math.min(at.wall - last.wall, at.cpu - last.cpu));
  last = at;
}, EVERY_MS).unref();

const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", () => {
    socket.write(JSON.stringify({ longestMs }));
    longestMs = 0;
  });
  socket.unref();
});
server.listen(path).unref();

/** Wall time, and processor time of this thread, which other programs do not affect. */
function now() {
  const wall = performance.now();
  try {
    return { wall, cpu: Number(readFileSync(schedule, "utf8").split(" ", 1)[0]) / 1e6 };
  } catch {
    return { wall, cpu: wall };
  }
}
