import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenedStorage } from "../contract.ts";
import { type LmdbStorageOptions, openLmdbStorage } from "./lmdb-storage.ts";

/** An empty directory for a test. */
export function scratchDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "sallyport-storage-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** An empty storage in a directory of its own. */
export async function openScratch(options: Omit<LmdbStorageOptions, "path"> = {}): Promise<OpenedStorage> {
  const { path, remove } = scratchDirectory();
  let storage = await openLmdbStorage({ ...options, path });
  const first = storage;
  const reopen = async () => {
    await storage.close();
    storage = await openLmdbStorage({ ...options, path });
    return storage;
  };
  const close = async () => {
    await storage.close();
    remove();
  };
  return { storage: first, reopen, close };
}
