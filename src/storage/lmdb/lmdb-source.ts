import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Moment, Source, Space } from "../copy/places.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { damagedStore } from "./damaged-store.ts";
import { holderOf } from "./directory-lock.ts";
import { textOfDamage } from "./file/damage.ts";
import { isLayoutKnown } from "./file/inspect-store.ts";
import { readMetaPages } from "./file/meta-pages.ts";
import { readStoredObjects, type StoredObjects } from "./file/stored-objects.ts";
import { assertFormat } from "./format.ts";
import { type Held, holdMoment } from "./readers/hold-moment.ts";
import { DATA_FILE, incomingBeside } from "./store-files.ts";
import { withEngine } from "./with-engine.ts";

/** The folder of the store in a data folder, as `sallyport serve --data-dir` has it. */
export const storeIn = (dataDir: string): string => join(dataDir, "data");

/**
 * Reads the store of a data folder, without the library (`readers/keep-moments.ts` says why), also while a server works on it, but for
 * 32-bit processors. Throws `Failed` when there is none.
 */
export function openLmdbSource(dataDir: string): Source {
  const path = storeIn(dataDir);
  assertStore(dataDir, path);
  const pid = holderOf(path);
  let free: number | undefined;
  return {
    name: `lmdb:${dataDir}`,
    form: "sealed",
    keyPrefix: KEY_PREFIX,
    inUse: pid === undefined ? undefined : `a server (pid ${pid})`,
    space: async () => spaceOf(path, free),
    async read() {
      if (!isLayoutKnown) return (await withEngine(() => import("./read-by-library.ts"))).readByLibrary(path);
      const moment = await readMoment(path);
      free = moment.free;
      return moment;
    },
    close: async () => {},
  };
}

function assertStore(dataDir: string, path: string): void {
  if (!existsSync(join(path, DATA_FILE))) throw noStore(dataDir, path);
  if (!isLayoutKnown)
    throw new StorageError(
      "Failed",
      `a store is read by its server alone on this kind of processor: ${dataDir}`,
    );
  const { metas, damage } = readMetaPages(join(path, DATA_FILE));
  if (metas.length === 0) throw damagedStore(path, { damage: damage.map(textOfDamage), readable: 0 });
}

function noStore(dataDir: string, path: string): StorageError {
  if (existsSync(join(incomingBeside(path), DATA_FILE)))
    return new StorageError("Failed", `in ${dataDir} is an unfinished copy only: finish it first`);
  const hint = existsSync(join(dataDir, DATA_FILE))
    ? "this is the folder of the files themselves: name the one above it, as for serve --data-dir"
    : "name the folder that serve has as --data-dir";
  return new StorageError("Failed", `there is no store in ${dataDir}; ${hint}`);
}

/** A server that starts meanwhile is asked to hold the moment; not so often. */
const ATTEMPTS = 3;

async function readMoment(path: string, attempt = 1): Promise<StoredMoment> {
  const held = await holdMoment(path);
  let stored: StoredObjects | undefined;
  try {
    const file = join(path, DATA_FILE);
    stored = await readStoredObjects(path, file);
    assertFormat(path, stored.notes.get("format"), stored.count === 0);
    return momentOf(file, stored, held);
  } catch (error) {
    stored?.close();
    held.release();
    if (held.isHeld() || holderOf(path) === undefined || attempt === ATTEMPTS) throw error;
    return readMoment(path, attempt + 1);
  }
}

interface StoredMoment extends Moment {
  readonly free: number;
}

function momentOf(file: string, stored: StoredObjects, held: Held): StoredMoment {
  const { revision, count, free, transaction } = stored;
  // Since nobody holds the moment any more, nothing may be written.
  let last = held.isHeld() ? undefined : transaction;
  held.onLost(() => {
    last ??= newestIn(file);
  });
  const assertUnchanged = (): void => {
    if (last !== undefined && newestIn(file) !== last)
      throw new StorageError("Failed", `${file} was written to while it was read: try again`);
  };
  return {
    revision,
    count,
    free,
    async *pages() {
      try {
        yield* stored.pages();
      } catch (error) {
        assertUnchanged();
        throw error;
      }
      assertUnchanged();
    },
    close() {
      stored.close();
      held.release();
    },
  };
}

const newestIn = (file: string): number | undefined => readMetaPages(file).metas[0]?.transaction;

function spaceOf(path: string, free: number | undefined): Space {
  const { bavail, bsize } = statfsSync(path);
  const { size } = statSync(join(path, DATA_FILE));
  return { size, ...(free !== undefined && { free }), disk: bavail * bsize };
}
