import { getLastVersion } from "lmdb";
import type { AtRest } from "../cache/resting.ts";
import { damagedStore } from "./damaged-store.ts";
import { isJsonText } from "./is-json-text.ts";
import type { Tables } from "./tables.ts";

export interface Loaded {
  readonly revision: number;
  readonly entries: readonly AtRest[];
}

/** Reads everything, and throws `DamagedStoreError` when an object is no JSON. The newest revision is that of the newest object, or of a later deletion. */
export function loadTables(path: string, { objects, meta }: Tables): Loaded {
  const entries: AtRest[] = [];
  const damage: string[] = [];
  let revision = Number(meta.get("revision") ?? 1);
  for (const key of objects.getKeys()) {
    // Three times as fast as a range of entries, which makes an ArrayBuffer for each of them.
    const shared = objects.getBinaryFast(key);
    if (shared === undefined) continue;
    // The database's buffer is longer than its length says: a view of its own is needed.
    const bytes = Buffer.from(shared.buffer, shared.byteOffset, shared.length);
    if (!isJsonText(bytes)) damage.push(`the object under ${key} is no JSON`);
    const entry = { key, revision: getLastVersion() };
    revision = Math.max(revision, entry.revision);
    entries.push(entry);
  }
  if (damage.length > 0)
    throw damagedStore(path, { damage, readable: entries.length - damage.length, expected: entries.length });
  return { revision, entries };
}
