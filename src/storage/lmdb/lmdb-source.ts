import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Source, Space } from "../copy/places.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { holderOf } from "./directory-lock.ts";
import { assertFormat } from "./format.ts";
import { openMoment } from "./moment.ts";
import { DATA_FILE, incomingBeside } from "./store-files.ts";
import { openTablesToRead, type Tables } from "./tables.ts";

/** The folder of the store in a data folder, as `sallyport serve --data-dir` has it. */
export const storeIn = (dataDir: string): string => join(dataDir, "data");

/** Reads the store of a data folder, also while a server works on it. Throws `Failed` when there is none. */
export function openLmdbSource(dataDir: string): Source {
  const path = storeIn(dataDir);
  assertStore(dataDir, path);
  const tables = openTablesToRead(path);
  try {
    assertFormat(path, tables.meta.get("format"), tables.objects.getKeysCount({ limit: 1 }) === 0);
  } catch (error) {
    void tables.root.close();
    throw error;
  }
  const pid = holderOf(path);
  return {
    name: `lmdb:${dataDir}`,
    form: "sealed",
    keyPrefix: KEY_PREFIX,
    inUse: pid === undefined ? undefined : `a server (pid ${pid})`,
    space: async () => spaceOf(path, tables),
    read: async () => openMoment(tables),
    close: () => tables.root.close(),
  };
}

function assertStore(dataDir: string, path: string): void {
  if (existsSync(join(path, DATA_FILE))) return;
  if (existsSync(join(incomingBeside(path), DATA_FILE)))
    throw new StorageError("Failed", `in ${dataDir} is an unfinished copy only: finish it first`);
  const hint = existsSync(join(dataDir, DATA_FILE))
    ? "this is the folder of the files themselves: name the one above it, as for serve --data-dir"
    : "name the folder that serve has as --data-dir";
  throw new StorageError("Failed", `there is no store in ${dataDir}; ${hint}`);
}

interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface Stats extends TreeStats {
  readonly pageSize: number;
  readonly lastPageNumber: number;
  readonly root: TreeStats;
  readonly free: TreeStats;
}

/** Of two pages at the beginning of the file, one tells where everything is. */
const HEAD_PAGES = 2;

function spaceOf(path: string, { objects, meta }: Tables): Space {
  const stats = objects.getStats() as Stats;
  const trees = [stats, stats.root, stats.free, meta.getStats() as Stats];
  const pages = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number =>
    treeBranchPageCount + treeLeafPageCount + overflowPages;
  const used = trees.reduce((sum, tree) => sum + pages(tree), HEAD_PAGES);
  const { bavail, bsize } = statfsSync(path);
  return {
    size: statSync(join(path, DATA_FILE)).size,
    free: Math.max(0, stats.lastPageNumber + 1 - used) * stats.pageSize,
    disk: bavail * bsize,
  };
}
