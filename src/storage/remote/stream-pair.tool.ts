import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns both ends of a connection within this process. */
export async function streamPair(): Promise<[Socket, Socket]> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-pair-"));
  const server = createServer().listen(join(folder, "socket"));
  await once(server, "listening");
  const near = connect(join(folder, "socket"));
  const [far] = (await once(server, "connection")) as [Socket];
  server.close();
  rmSync(folder, { recursive: true });
  return [near, far];
}
