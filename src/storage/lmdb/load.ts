import { getLastVersion } from "lmdb";
import type { AtRest } from "../cache/resting.ts";
import { damagedStore } from "./damaged-store.ts";
import { countIn, type Tables } from "./tables.ts";
import { newestRevision, type Total, totalComplaint, totalOf } from "./total.ts";

/** The contents of a store when it is opened. */
export interface Loaded {
  readonly revision: number;
  readonly entries: readonly AtRest[];
  /** Sum over the entries. */
  readonly sum: number;
}

/** The entries found when the pages were checked, in the order of the keys, and their total. */
export interface Told {
  readonly entries: AtRest[];
  total: Total;
}

/**
 * Loads the entries. `told` is used if it is complete. Throws `DamagedStoreError` if the tables are not as the last transaction
 * left them in `path`.
 */
export function loadTables(path: string, tables: Tables, told: Told): Loaded {
  const { entries, total: found } = isEverything(tables, told.entries) ? told : readKeys(tables);
  const complaint = totalComplaint(tables.meta, found);
  if (complaint !== undefined) throw damagedStore(path, { damage: [complaint], readable: entries.length });
  return { revision: newestRevision(tables.meta, found), entries, sum: found.sum };
}

/** The library writes control characters of keys in a way of its own. */
const CONTROL = /[^ -\uffff]/;

const isEverything = (tables: Tables, told: readonly AtRest[]): boolean =>
  countIn(tables) === told.length && !told.some(({ key }) => CONTROL.test(key));

function readKeys({ objects }: Tables): Told {
  const entries: AtRest[] = [];
  for (const key of objects.getKeys()) {
    // Makes no copy, and provides the version: a range of entries makes an ArrayBuffer for each of them.
    void objects.getBinaryFast(key);
    entries.push({ key, revision: getLastVersion() });
  }
  return { entries, total: totalOf(entries) };
}
