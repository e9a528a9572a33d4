import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenedStorage } from "../contract.ts";
import { type LmdbStorageOptions, openLmdbStorage } from "./lmdb-storage.ts";

/** An empty storage in a directory of its own. */
export async function openScratch(options: Omit<LmdbStorageOptions, "path"> = {}): Promise<OpenedStorage> {
  const path = mkdtempSync(join(tmpdir(), "sallyport-storage-"));
  let storage = await openLmdbStorage({ ...options, path });
  const first = storage;
  const reopen = async () => {
    await storage.close();
    storage = await openLmdbStorage({ ...options, path });
    return storage;
  };
  const close = async () => {
    await storage.close();
    rmSync(path, { recursive: true, force: true });
  };
  return { storage: first, reopen, close };
}
