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
import { keepPrivate, privateFolder } from "../../api/private-files.ts";
import { lockDirectory } from "./lock/directory-lock.ts";
import { DATA_FILE, LOCK_FILE } from "./store-files.ts";

/**
 * Puts a complete store into its place, in one step: who opens the folder sees the old one or the new one. Answers the
 * folder in which the old one lies now. Throws `Failed` when a server works on the folder.
 */
export async function installStore(built: string, path: string): Promise<string | undefined> {
  privateFolder(path);
  const lock = await lockDirectory(path);
  try {
    const aside = setAside(path);
    // It knows the readers of the file that goes: the library makes another one.
    rmSync(join(path, LOCK_FILE), { force: true });
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

/** A name is on disk when its folder is. Where folders cannot be opened there is nothing to do. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
