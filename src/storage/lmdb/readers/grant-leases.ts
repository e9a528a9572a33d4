import { rmSync, statSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Transaction } from "lmdb";
import { keepPrivate } from "../../../disk/private-files.ts";
import type { SocketAddress } from "../socket-address.ts";
import { DATA_FILE } from "../store-files.ts";
import { beginReading, type Tables } from "../tables.ts";
import { GREW, KEPT, READERS_SOCKET, readersAddress, TOOK_LONG } from "./readers-address.ts";

/** The processes that read a store beside its server. */
export interface Readers {
  close(): void;
}

/** Limits for a kept moment. Its pages are not used again, so the file grows with the writes meanwhile. */
export interface ReadLeaseLimits {
  /** Longest time for which a moment is kept. */
  readonly ms: number;
  /** Limit for the growth of the file, in bytes; a file larger than this at the beginning may double. */
  readonly growth: number;
  /** Interval at which the server checks both limits, in milliseconds. */
  readonly everyMs: number;
}

/** docs/security.md lists them. */
const LIMITS: ReadLeaseLimits = { ms: 3_600_000, growth: 64 * 2 ** 20, everyMs: 1000 };

/** Each keeps the file from using pages again. */
const MOST_READERS = 16;

const NO_READERS: Readers = { close() {} };

/**
 * Keeps the content of the file for each process that connects, until it leaves or a limit is reached: no page of that moment is written
 * again. The processes read the file themselves, without the library. It must not be opened by a second process: a process that opens a
 * store writes down which transaction is the newest one (liblmdb/mdb.c, mdb_env_open2), and a transaction that is committed just before
 * that is lost. Where there can be no socket, no process can read beside the server.
 */
export async function grantReadLeases(
  folder: string,
  tables: Pick<Tables, "root">,
  limits = LIMITS,
): Promise<Readers> {
  const address = readersAddress(folder);
  if (address === undefined) return NO_READERS;
  const kept = new Map<Socket, Transaction>();
  const letGo = (socket: Socket): void => {
    kept.get(socket)?.done();
    kept.delete(socket);
    socket.destroy();
  };
  const server = createServer((socket) => {
    const transaction = kept.size < MOST_READERS ? begunIn(tables) : undefined;
    socket.on("error", () => {}).resume();
    if (transaction === undefined) return void socket.destroy();
    kept.set(socket, transaction);
    // The reader has the reason before a page is used again.
    const stop = whenOver(join(folder, DATA_FILE), limits, (reason) => {
      socket.end(reason, () => letGo(socket));
    });
    socket.once("close", () => {
      stop();
      letGo(socket);
    });
    socket.write(KEPT);
  });
  const file = join(folder, READERS_SOCKET);
  // The socket of a killed process; the folder is locked.
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

/** Tells once when a moment that begins now has reached a limit. Returns what ends the watch. */
function whenOver(file: string, limits: ReadLeaseLimits, tell: (reason: string) => void): () => void {
  const size = sizeOf(file);
  const mostBytes = size + Math.max(size, limits.growth);
  const until = performance.now() + limits.ms;
  const timer = setInterval(() => {
    const reason = performance.now() > until ? TOOK_LONG : sizeOf(file) > mostBytes ? GREW : undefined;
    if (reason === undefined) return;
    clearInterval(timer);
    tell(reason);
  }, limits.everyMs).unref();
  return () => clearInterval(timer);
}

/** The size of a file; 0 if it was deleted, which must not end the server. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function begunIn(tables: Pick<Tables, "root">): Transaction | undefined {
  try {
    return beginReading(tables);
  } catch {
    // The library has no room for more readers.
    return undefined;
  }
}

/** If the file system has no sockets, the server does not listen, and there are no readers. */
function listen(server: Server, { path }: SocketAddress): Promise<void> {
  return new Promise((resolve) => {
    server.on("error", () => resolve());
    server.listen(path, () => resolve());
    // The process does not wait for readers.
    server.unref();
  });
}
