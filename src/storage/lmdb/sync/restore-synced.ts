import { existsSync } from "node:fs";
import { join } from "node:path";
import { inspectStore } from "../file/inspect-store.ts";
import { restoreMeta } from "../file/meta-bytes.ts";
import { DATA_FILE } from "../store-files.ts";
import { currentBootId, readSyncedState } from "./synced-state.ts";

/**
 * After a crash of the machine, takes a store that was synced each second back to the last state that is on disk. If only the
 * process ended, the operating system has everything, and nothing is done. Returns true if later writes may be lost.
 */
export function restoreSynced(folder: string): boolean {
  const file = join(folder, DATA_FILE);
  const state = readSyncedState(folder);
  if (state === undefined || state.bootId === currentBootId() || !existsSync(file)) return false;
  const undo = restoreMeta(file, state.meta);
  const inspection = inspectStore(folder);
  if (inspection === undefined || inspection.damage.length === 0) return true;
  // An older version of this program has written to the store since then.
  undo();
  return false;
}
