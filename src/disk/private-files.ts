import { randomBytes } from "node:crypto";
import { chmodSync, realpathSync, type Stats, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../report/describe-error.ts";
import { makeFolder } from "./make-folder.ts";
import { nameFile } from "./name-file.ts";
import { requireOwner } from "./require-owner.ts";

/** For the owner only. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

const OTHERS = 0o077;

/**
 * Reports a file or folder that other users could read: its former mode, and the reason if the mode cannot be changed
 * (for example, another owner).
 */
export type TellOfMode = (path: string, was: string, problem?: string) => void;

/**
 * Makes a missing folder, with its parents; an existing one is closed to others. Throws an Error if it belongs to another
 * user (`requireOwner`).
 */
export function privateFolder(path: string, tell?: TellOfMode): void {
  makeFolder(path, PRIVATE_FOLDER);
  closeToOthers(path, PRIVATE_FOLDER, tell);
}

/** Closes an existing file to others. Throws an Error if it belongs to another user (`requireOwner`). */
export const keepPrivate = (file: string, tell?: TellOfMode): void => closeToOthers(file, PRIVATE_FILE, tell);

function closeToOthers(path: string, mode: number, tell?: TellOfMode): void {
  requireOwner(path);
  const stats = statOf(path);
  // Windows has no such modes.
  if (stats === undefined || (stats.mode & OTHERS) === 0 || process.platform === "win32") return;
  const was = (stats.mode & 0o7777).toString(8).padStart(4, "0");
  try {
    chmodSync(path, mode);
    tell?.(path, was);
  } catch (error) {
    tell?.(path, was, messageOf(error));
  }
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/**
 * Writes a file with exactly this mode. The text is written beside the file and moved into place, so that a reader sees either
 * the old file or the new one. A path that is not a regular file (`/dev/stdout`) is written directly. Missing folders
 * are made for the owner only.
 */
export async function writePrivate(path: string, text: string, mode = PRIVATE_FILE): Promise<void> {
  makeFolder(dirname(path), PRIVATE_FOLDER);
  const stats = statOf(path);
  if (stats !== undefined && !stats.isFile())
    return writeFile(path, text).catch((error) => {
      throw nameFile(error, path);
    });
  const target = stats === undefined ? path : realpathSync(path);
  const draft = `${target}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    // The draft must not exist: a link of another user is not followed.
    await writeFile(draft, text, { mode, flag: "wx" });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw nameFile(error, path);
  }
}
