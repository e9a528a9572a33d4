import { getLastVersion } from "lmdb";
import { Document } from "../../json/document.ts";
import type { Entry } from "../storage.ts";
import { createSlabs } from "./slabs.ts";
import type { Tables } from "./tables.ts";

export interface Loaded {
  readonly revision: number;
  readonly entries: readonly Entry[];
}

/** Reads everything. The newest revision is that of the newest object, or of a later deletion. */
export function loadTables({ objects, meta }: Tables): Loaded {
  const entries: Entry[] = [];
  const keep = createSlabs();
  let revision = Number(meta.get("revision") ?? 1);
  for (const key of objects.getKeys()) {
    // Three times as fast as a range of entries, which makes an ArrayBuffer for each of them.
    const shared = objects.getBinaryFast(key);
    if (shared === undefined) continue;
    const entry = { key, revision: getLastVersion(), document: Document.fromBytes(keep(shared)) };
    revision = Math.max(revision, entry.revision);
    entries.push(entry);
  }
  return { revision, entries };
}
