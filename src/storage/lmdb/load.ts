import { getLastVersion } from "lmdb";
import type { AtRest } from "../cache/resting.ts";
import type { Tables } from "./tables.ts";

export interface Loaded {
  readonly revision: number;
  readonly entries: readonly AtRest[];
}

/**
 * What there is. `told`: what was found when the pages were looked at, in the order of the keys; it counts if it is
 * everything. The newest revision is that of the newest object, or of a later deletion.
 */
export function loadTables(tables: Tables, told: readonly AtRest[]): Loaded {
  const entries = isEverything(tables, told) ? told : readKeys(tables);
  let revision = Number(tables.meta.get("revision") ?? 1);
  for (const entry of entries) revision = Math.max(revision, entry.revision);
  return { revision, entries };
}

/** The library writes control characters of keys in a way of its own. */
const CONTROL = /[^ -\uffff]/;

function isEverything({ objects }: Tables, told: readonly AtRest[]): boolean {
  // The library knows more than its types.
  const { entryCount } = objects.getStats() as { entryCount?: number };
  return entryCount === told.length && !told.some(({ key }) => CONTROL.test(key));
}

function readKeys({ objects }: Tables): AtRest[] {
  const entries: AtRest[] = [];
  for (const key of objects.getKeys()) {
    // Makes no copy, and tells the version: a range of entries makes an ArrayBuffer for each of them.
    void objects.getBinaryFast(key);
    entries.push({ key, revision: getLastVersion() });
  }
  return entries;
}
