import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";

/** A pipe has no writer yet when it is opened: with this flag, opening it does not wait. Windows has no such flag. */
const READ_NOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file that a flag, a manifest or a kubeconfig names. Rejects with `it is not a regular file` for a pipe, a socket or a
 * device, which may keep its reader waiting for ever. Below `/dev` and `/proc` they are read: `/dev/stdin`, and `/dev/fd/63` of a
 * shell's `<(…)`.
 */
export async function readText(path: string): Promise<string> {
  if (mayBeStream(path)) return readFile(path, "utf8");
  const file = await open(path, READ_NOW);
  try {
    requireRegular(await file.stat());
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** The same at once, for a file that is read before a server serves, or that is small. */
export function readTextNow(path: string): string {
  if (mayBeStream(path)) return readFileSync(path, "utf8");
  const file = openSync(path, READ_NOW);
  try {
    requireRegular(fstatSync(file));
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Rejects for a name in a folder that is no regular file. */
export async function refuseSpecialFile(path: string): Promise<void> {
  try {
    requireRegular(await stat(path));
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

const mayBeStream = (path: string): boolean => path.startsWith("/dev/") || path.startsWith("/proc/");

/** To read a folder fails with an error of its own. */
function requireRegular(stats: Stats): void {
  if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is not a regular file");
}
