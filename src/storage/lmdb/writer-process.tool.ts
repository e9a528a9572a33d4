import { writeSync } from "node:fs";
import { Document } from "../../api/object/document.ts";
import type { Storage, StorageError } from "../storage.ts";
import { openLmdbStorage } from "./lmdb-storage.ts";
import type { Sync } from "./sync/sync-choice.ts";

/**
 * A process of its own for tests that kill it or starve it: writers that create, update and delete keys of their own
 * for ever. Says on stdout, a JSON line each, what is about to be written and what has been acknowledged.
 */
const [path = "", sync = "always"] = process.argv.slice(2);
const WRITERS = 16;

const storage = await openLmdbStorage({ path, sync: sync as Sync });
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(storage, writer)));
say({ kind: "verified", revision: storage.revision, keys: (await storage.list("")).entries.length });
await storage.close();

/** Ends with the first error. */
async function write(store: Storage, writer: number): Promise<void> {
  for (let round = 0; ; round++) {
    const key = `/killed/${writer}/${round % 20}`;
    const current = await store.get(key);
    const erase = current !== undefined && round % 5 === 0;
    const n = erase ? null : Math.floor(Math.random() * 2 ** 31);
    say({ kind: "intended", key, n });
    const seal = () =>
      new Document({ n, text: String(n).repeat(300 + (round % 100)), length: 300 + (round % 100) });
    try {
      if (current === undefined) await store.create(key, seal);
      else if (erase) await store.delete(key, current.revision);
      else await store.update(key, current.revision, seal);
    } catch (error) {
      say({
        kind: "failed",
        key,
        code: (error as StorageError).code,
        message: (error as StorageError).message,
      });
      return;
    }
    say({ kind: "acknowledged", key, n, revision: store.revision });
  }
}

/** Writes the whole line before it returns; the reader of the pipe may be busy meanwhile. */
function say(line: Record<string, unknown>): void {
  let rest = Buffer.from(`${JSON.stringify(line)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
