import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { NODE_FLAGS, residentMbOf } from "./processes.mjs";

/** A server that nobody asks anything: time until it answers, first start and second, and its memory a second later. */
export async function measureRest(engine, dist) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const start = () => startServer({ dist, dataDir, inMemory: engine === "memory", nodeFlags: NODE_FLAGS });
  try {
    const first = await start();
    await stopServer(first);
    const second = await start();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const residentMb = residentMbOf(second.child.pid);
    await stopServer(second);
    return { engine, firstMs: first.readyMs, secondMs: second.readyMs, residentMb };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
