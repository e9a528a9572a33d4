import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Transaction } from "lmdb";
import { keepPrivate } from "../../../api/private-files.ts";
import type { SocketAddress } from "../socket-address.ts";
import { beginReading, type Tables } from "../tables.ts";
import { KEPT, READERS_SOCKET, readersAddress } from "./readers-address.ts";

/** Those who read a store beside its server. */
export interface Readers {
  close(): void;
}

/** Each keeps the file from using pages again. */
const MOST_READERS = 16;

const NOBODY: Readers = { close() {} };

/**
 * Keeps what the file holds for everyone who connects, until they are gone: no page of that moment is written again. They
 * read the file themselves, without the library. It must not be opened by a second process: whoever opens a store writes
 * down which transaction is the newest one (liblmdb/mdb.c, mdb_env_open2), and a transaction that is committed just before
 * that is lost. Where there can be no socket, nobody can read beside the server.
 */
export async function keepMoments(folder: string, tables: Pick<Tables, "root">): Promise<Readers> {
  const address = readersAddress(folder);
  if (address === undefined) return NOBODY;
  const kept = new Map<Socket, Transaction>();
  const letGo = (socket: Socket): void => {
    kept.get(socket)?.done();
    kept.delete(socket);
    socket.destroy();
  };
  const server = createServer((socket) => {
    socket
      .on("error", () => {})
      .once("close", () => letGo(socket))
      .resume();
    const transaction = kept.size < MOST_READERS ? begunIn(tables) : undefined;
    if (transaction === undefined) return letGo(socket);
    kept.set(socket, transaction);
    socket.write(KEPT);
  });
  const file = join(folder, READERS_SOCKET);
  // What a process has left that was killed; the folder is locked.
  if (process.platform !== "win32") rmSync(file, { force: true });
  await listen(server, address);
  keepPrivate(file);
  return {
    close() {
      server.close();
      for (const socket of kept.keys()) letGo(socket);
      address.forget();
    },
  };
}

function begunIn(tables: Pick<Tables, "root">): Transaction | undefined {
  try {
    return beginReading(tables);
  } catch {
    // The library has no room for more readers.
    return undefined;
  }
}

/** Where the file system has no sockets, nobody will come. */
function listen(server: Server, { path }: SocketAddress): Promise<void> {
  return new Promise((resolve) => {
    server.on("error", () => resolve());
    server.listen(path, () => resolve());
    // Nobody waits for readers.
    server.unref();
  });
}
