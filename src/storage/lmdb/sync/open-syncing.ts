import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { join } from "node:path";
import { isLayoutKnown } from "../file/inspect-store.ts";
import { DATA_FILE } from "../store-files.ts";
import type { Tables } from "../tables.ts";
import type { Sync } from "./sync-choice.ts";
import { type Syncing, syncEachSecond } from "./sync-each-second.ts";
import { currentBootId, readSyncedState, removeSyncedState } from "./synced-state.ts";

/** Returns the choice that this system can keep. */
export const possibleSync = (sync: Sync): Sync =>
  sync === "second" && (currentBootId() === undefined || !isLayoutKnown) ? "always" : sync;

/** Begins to sync an open store as `possibleSync` says; undefined: the library syncs each commit. */
export async function openSyncing(
  sync: Sync,
  folder: string,
  tables: Pick<Tables, "root">,
): Promise<Syncing | undefined> {
  const bootId = currentBootId();
  if (sync === "second" && bootId !== undefined) return syncEachSecond({ folder, tables, bootId });
  // A killed server has left writes that are not on disk.
  if (readSyncedState(folder) !== undefined) syncNow(folder);
  removeSyncedState(folder);
  return sync === "never" ? syncAtEnd(folder) : undefined;
}

const syncAtEnd = (folder: string): Syncing => ({
  before: () => undefined,
  after() {},
  close: async () => syncNow(folder),
});

function syncNow(folder: string): void {
  const descriptor = openSync(join(folder, DATA_FILE), "r+");
  try {
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
