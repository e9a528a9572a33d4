import { lstatSync, statSync } from "node:fs";

const ROOT = 0;

/**
 * Throws an Error if a file or folder, or a symbolic link at its path, belongs to a user other than root and the user
 * of this process: that user could have prepared its content, or could change it later. A missing path is accepted.
 * On Windows nothing is checked, because it has no such owners. `own`: the accepted user id; default: the effective
 * user of this process.
 */
export function requireOwner(path: string, own = process.geteuid?.()): void {
  if (own === undefined) return;
  for (const statOf of [lstatSync, statSync]) {
    const uid = ownerIn(statOf, path);
    if (uid !== undefined && uid !== own && uid !== ROOT) throw new Error(foreignText(path, uid, own));
  }
}

/** The owner's user id; undefined for a path that does not exist or cannot be read, because its use reports that. */
function ownerIn(statOf: typeof lstatSync, path: string): number | undefined {
  try {
    return statOf(path).uid;
  } catch {
    return undefined;
  }
}

const foreignText = (path: string, uid: number, own: number): string =>
  `${path} belongs to user ${uid}, and this process runs as user ${own}: the other user decides its content. Name another path, run as user ${uid}, or, if you trust the content, run: chown -R ${own} ${path}`;
