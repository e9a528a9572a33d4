import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { keepPrivate, privateFolder } from "../../disk/private-files.ts";
import { lockDirectory } from "./lock/directory-lock.ts";
import { DATA_FILE, LOCK_FILE } from "./store-files.ts";
import { removeSyncedState } from "./sync/synced-state.ts";

/**
 * Moves a complete store into its place, in one step: a process that opens the folder gets the old one or the
 * new one. Returns the folder of the old store. Throws `Failed` if a server uses the folder.
 */
export async function installStore(built: string, path: string): Promise<string | undefined> {
  privateFolder(path);
  const lock = await lockDirectory(path);
  try {
    const aside = setAside(path);
    // The lock file lists the readers of the replaced file; the library creates a new one.
    rmSync(join(path, LOCK_FILE), { force: true });
    // The replaced file may have been left by a killed server that synced each second.
    removeSyncedState(path);
    renameSync(join(built, DATA_FILE), join(path, DATA_FILE));
    syncDirectory(path);
    return aside;
  } finally {
    lock.release();
  }
}

/** A second name for the old file, so that it is in its place until the new one is. */
function setAside(path: string): string | undefined {
  const file = join(path, DATA_FILE);
  if (!existsSync(file)) return undefined;
  const before = asideBefore(path, statSync(file).ino);
  if (before !== undefined) return before;
  const aside = `${path}${REPLACED}${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  privateFolder(aside);
  try {
    linkSync(file, join(aside, DATA_FILE));
  } catch {
    copyFileSync(file, join(aside, DATA_FILE));
  }
  keepPrivate(join(aside, DATA_FILE));
  syncDirectory(aside);
  return aside;
}

const REPLACED = ".replaced-";

/** An attempt that was interrupted has done it already. */
function asideBefore(path: string, inode: number): string | undefined {
  const folder = dirname(path);
  const candidates = readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}${REPLACED}`));
  return candidates
    .map((name) => join(folder, name))
    .find((one) => statSync(join(one, DATA_FILE), { throwIfNoEntry: false })?.ino === inode);
}

/** Syncs a folder: a name is on disk when its folder is. Does nothing if folders cannot be opened. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
