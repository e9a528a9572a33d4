import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Source, Space } from "../copy/places.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { damagedStore } from "./damaged-store.ts";
import { textOfDamage } from "./file/damage.ts";
import { isLayoutKnown } from "./file/inspect-store.ts";
import { readMetaPages } from "./file/meta-pages.ts";
import { holderOf } from "./lock/directory-lock.ts";
import { readMoment } from "./readers/read-moment.ts";
import { DATA_FILE, incomingBeside } from "./store-files.ts";
import { withEngine } from "./with-engine.ts";

/** The folder of the store in a data folder, as `sallyport serve --data-dir` has it. */
export const storeIn = (dataDir: string): string => join(dataDir, "data");

/**
 * Reads the store of a data folder without the library (the reason is in `readers/keep-moments.ts`), also
 * while a server uses it, except on 32-bit processors. Throws `Failed` if there is no store.
 */
export function openLmdbSource(dataDir: string): Source {
  const path = storeIn(dataDir);
  assertStore(dataDir, path);
  let free: number | undefined;
  return {
    name: `lmdb:${dataDir}`,
    form: "sealed",
    keyPrefix: KEY_PREFIX,
    async inUse() {
      const pid = await holderOf(path);
      return pid === undefined ? undefined : `a server (pid ${pid})`;
    },
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
  if (!isLayoutKnown) return;
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

function spaceOf(path: string, free: number | undefined): Space {
  const { bavail, bsize } = statfsSync(path);
  const { size } = statSync(join(path, DATA_FILE));
  return { size, ...(free !== undefined && { free }), disk: bavail * bsize };
}
