import { Document } from "../../json/document.ts";
import type { Entry } from "../storage.ts";
import type { Tables } from "./tables.ts";

export interface Loaded {
  readonly revision: number;
  readonly entries: readonly Entry[];
}

/** Reads everything. The newest revision is that of the newest object, or of a later deletion. */
export function loadTables({ objects, meta }: Tables): Loaded {
  const entries: Entry[] = [];
  let revision = Number(meta.get("revision") ?? 1);
  for (const { key, value, version } of objects.getRange({ versions: true })) {
    const entry = { key, revision: version ?? 0, document: Document.fromBytes(value) };
    revision = Math.max(revision, entry.revision);
    entries.push(entry);
  }
  return { revision, entries };
}
