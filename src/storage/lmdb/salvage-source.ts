import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../copy/places.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { textOfDamage } from "./file/damage.ts";
import { readMetaPages } from "./file/meta-pages.ts";
import { readObject } from "./file/object-entry.ts";
import { openPageFile, type PageFile } from "./file/page-file.ts";
import { type SalvagedObject, type SalvagedStore, salvageObjects } from "./file/salvage-objects.ts";
import { assertFormat } from "./format.ts";
import { storeIn } from "./lmdb-source.ts";
import { holderOf } from "./lock/directory-lock.ts";
import { DATA_FILE } from "./store-files.ts";
import { newestRevision, totalOf } from "./total.ts";

/** Readable contents of a damaged store, and the damage. */
export interface Salvage {
  /** Readable contents, as a source like any other store. */
  readonly source: Source;
  /** In words. */
  readonly damage: readonly string[];
  /** Expected number of objects; undefined if the store has no record of it. */
  readonly expected: number | undefined;
  /** False: it may be the state before the last write. */
  readonly isLastWriteCertain: boolean;
  /** Objects left only in a copy that may be outdated, or deleted since. */
  readonly old: readonly { readonly key: string; readonly revision: number }[];
}

/** Options of a salvage. */
export interface SalvageOptions {
  /** True if old copies are used for objects without a newer one. */
  readonly olderCopies: boolean;
}

/** Returns the readable contents of a damaged store, which is only read. Throws `Failed`. */
export async function openSalvage(dataDir: string, { olderCopies }: SalvageOptions): Promise<Salvage> {
  const path = existsSync(join(dataDir, DATA_FILE)) ? dataDir : storeIn(dataDir);
  await assertIdle(path);
  const name = join(path, DATA_FILE);
  const metas = readMetaPages(name);
  const file = openPageFile(name, metas.pageSize);
  try {
    const found = salvageObjects(file, metas);
    assertFormat(path, found.notes.get("format"), true);
    const old = found.objects.filter(({ isOld }) => isOld).map(({ key, revision }) => ({ key, revision }));
    const kept = found.objects.filter(({ isOld }) => olderCopies || !isOld);
    const source = sourceOf(`lmdb:${dataDir}`, file, kept, revisionOf(found));
    const { expected, isLastWriteCertain } = found;
    return { source, damage: found.damage.map(textOfDamage), expected, isLastWriteCertain, old };
  } catch (error) {
    file.close();
    throw error;
  }
}

async function assertIdle(path: string): Promise<void> {
  if (!existsSync(join(path, DATA_FILE))) throw new StorageError("Failed", `there is no store in ${path}`);
  const pid = await holderOf(path);
  if (pid !== undefined)
    throw new StorageError(
      "Failed",
      `a server (pid ${pid}) works on ${path}: stop it first, or take a snapshot`,
    );
}

const revisionOf = ({ objects, notes }: SalvagedStore): number => newestRevision(notes, totalOf(objects));

function sourceOf(
  name: string,
  file: PageFile,
  objects: readonly SalvagedObject[],
  revision: number,
): Source {
  return {
    name,
    form: "sealed",
    keyPrefix: KEY_PREFIX,
    inUse: async () => undefined,
    space: async () => ({ size: file.pages * file.pageSize }),
    read: async () => ({
      revision,
      count: objects.length,
      pages: () => pagesOf(file, objects),
      close: () => {},
    }),
    close: async () => file.close(),
  };
}

const PAGE = 500;

async function* pagesOf(
  file: PageFile,
  objects: readonly SalvagedObject[],
): AsyncGenerator<readonly StoredItem[]> {
  for (let from = 0; from < objects.length; from += PAGE)
    yield objects.slice(from, from + PAGE).map((object) => {
      const { key, revision } = object;
      const bytes = readObject({ file }, object);
      if (bytes === undefined) throw new StorageError("Failed", `the object under ${key} cannot be read`);
      return { key, revision, bytes };
    });
}
