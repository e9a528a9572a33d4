import type { Entry } from "../storage.ts";

/** One key with its states, newest first. */
export interface Slot {
  readonly key: string;
  newest: Version;
}

/** What a key held from a revision on; `entry` is undefined when it was deleted then. */
export interface Version {
  readonly revision: number;
  readonly entry: Entry | undefined;
  /** The state before; undefined when there was none or when it is compacted. */
  older: Version | undefined;
}

/** What the key held at a revision that is not compacted. */
export function entryAt(slot: Slot, revision: number): Entry | undefined {
  let version: Version | undefined = slot.newest;
  while (version !== undefined && version.revision > revision) version = version.older;
  return version?.entry;
}
