import { readFileSync, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE_FILE } from "../../../disk/private-files.ts";
import type { MetaBytes } from "../file/meta-bytes.ts";

/** A state of the store that is on disk with all of its pages, and the start of the machine in which it was noted. */
export interface SyncedState {
  readonly bootId: string;
  readonly meta: MetaBytes;
}

/** The file beside the store. It is there while a server syncs its store each second, and after a crash of such a server. */
const SYNCED_FILE = "synced.json";

/** Returns the name of the current start of this machine; undefined if the system has none. */
export function currentBootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Reads the note. Undefined if there is none: it is written in one step, so it is never a part. */
export function readSyncedState(folder: string): SyncedState | undefined {
  try {
    const { bootId, pageSize, transaction, bytes } = JSON.parse(
      readFileSync(join(folder, SYNCED_FILE), "utf8"),
    );
    return { bootId, meta: { pageSize, transaction, bytes: Buffer.from(bytes, "base64") } };
  } catch {
    return undefined;
  }
}

/** Writes the note to the disk, in one step. */
export async function writeSyncedState(folder: string, { bootId, meta }: SyncedState): Promise<void> {
  const file = join(folder, SYNCED_FILE);
  const draft = `${file}.new`;
  const text = JSON.stringify({ bootId, ...meta, bytes: meta.bytes.toString("base64") });
  await synced(draft, "w", (handle) => handle.writeFile(text));
  await rename(draft, file);
  await synced(folder, "r");
}

/** Removes the note, when all of the store is on disk, or need not be. */
export function removeSyncedState(folder: string): void {
  rmSync(join(folder, SYNCED_FILE), { force: true });
}

type Handle = Awaited<ReturnType<typeof open>>;

async function synced(path: string, flags: string, write?: (handle: Handle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags, PRIVATE_FILE);
  try {
    await write?.(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
