import { constants } from "node:fs";
import { access, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { hasCode } from "../../../disk/has-code.ts";
import { requireOwner } from "../../../disk/require-owner.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

/**
 * Returns the folder of --data-dir. A server that keeps its objects in memory also works if that folder
 * cannot be written: its certificates and its kubeconfig are then in a new temporary folder. Throws an Error
 * for the folder of another user.
 */
export async function writableFolder({ dataDir, inMemory }: ServeFlags): Promise<string> {
  if (inMemory && !(await canWrite(resolve(dataDir)))) return mkdtemp(join(tmpdir(), "sallyport-"));
  requireOwner(dataDir);
  return dataDir;
}

/** True if the folder can be written, or can be created if it does not exist. */
async function canWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch (error) {
    const missing = hasCode(error, "ENOENT");
    return missing && path !== dirname(path) && canWrite(dirname(path));
  }
}
