import { getLastVersion } from "lmdb";
import type { AtRest } from "../cache/resting.ts";
import type { Tables } from "./tables.ts";

export interface Loaded {
  readonly revision: number;
  readonly entries: readonly AtRest[];
}

/** Reads all keys. The newest revision is that of the newest object, or of a later deletion. */
export function loadTables({ objects, meta }: Tables): Loaded {
  const entries: AtRest[] = [];
  let newest = Number(meta.get("revision") ?? 1);
  for (const key of objects.getKeys()) {
    // Makes no copy, and tells the version: a range of entries makes an ArrayBuffer for each of them.
    void objects.getBinaryFast(key);
    const revision = getLastVersion();
    newest = Math.max(newest, revision);
    entries.push({ key, revision });
  }
  return { revision: newest, entries };
}
