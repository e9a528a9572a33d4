import { getLastVersion } from "lmdb";
import type { AtRest } from "../cache/resting.ts";
import { damagedStore } from "./damaged-store.ts";
import type { Tables } from "./tables.ts";
import { newestRevision, totalComplaint, totalOf } from "./total.ts";

/** The contents of a store when it is opened. */
export interface Loaded {
  readonly revision: number;
  readonly entries: readonly AtRest[];
  /** Sum over the entries. */
  readonly sum: number;
}

/**
 * Loads the entries. `told`: the entries found when the pages were checked, in the order of the keys; they
 * are used if they are complete. Throws `DamagedStoreError` if the tables are not as the last transaction
 * left them in `path`.
 */
export function loadTables(path: string, tables: Tables, told: readonly AtRest[]): Loaded {
  const entries = isEverything(tables, told) ? told : readKeys(tables);
  const found = totalOf(entries);
  const complaint = totalComplaint(tables.meta, found);
  if (complaint !== undefined) throw damagedStore(path, { damage: [complaint], readable: entries.length });
  return { revision: newestRevision(tables.meta, found), entries, sum: found.sum };
}

/** The library writes control characters of keys in a way of its own. */
const CONTROL = /[^ -\uffff]/;

function isEverything({ objects }: Tables, told: readonly AtRest[]): boolean {
  // The library returns more fields than its types declare.
  const { entryCount } = objects.getStats() as { entryCount?: number };
  return entryCount === told.length && !told.some(({ key }) => CONTROL.test(key));
}

function readKeys({ objects }: Tables): AtRest[] {
  const entries: AtRest[] = [];
  for (const key of objects.getKeys()) {
    // Makes no copy, and provides the version: a range of entries makes an ArrayBuffer for each of them.
    void objects.getBinaryFast(key);
    entries.push({ key, revision: getLastVersion() });
  }
  return entries;
}
