import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder that is missing, with those above it. Node's own `mkdir` with `recursive` never returns where a file
 * system says that a folder does not exist when one is to be made in it, such as /proc does.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  if (existsSync(folder)) throw new Error(`${folder} is a file, and has to be a folder`);
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
