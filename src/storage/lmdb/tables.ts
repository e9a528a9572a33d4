import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import { StorageError } from "../storage.ts";

/** The tables of one store. An object's value is its document's bytes; its revision is the entry's version. */
export interface Tables {
  readonly root: RootDatabase;
  readonly objects: Database<Buffer, string>;
  /** `format`, and `revision`: the newest one that a deletion used, in decimal. */
  readonly meta: Database<string, string>;
}

/** Opens or creates the files; throws `Failed`. */
export function openTables(path: string): Tables {
  try {
    mkdirSync(path, { recursive: true });
    // A commit is on disk before it is answered or seen: the default would sync only afterwards, and could not take
    // back what it has shown when that fails. 8 KB pages hold common objects without overflow pages.
    const root = open({ path, overlappingSync: false, pageSize: 8192, maxDbs: 4, encoding: "binary" });
    const objects = root.openDB<Buffer, string>({ name: "objects", encoding: "binary", useVersions: true });
    const meta = root.openDB<string, string>({ name: "meta", encoding: "string" });
    return { root, objects, meta };
  } catch (cause) {
    throw new StorageError("Failed", `cannot open the store in ${path}: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
