import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Copied } from "../copy/copy.ts";
import type { Moment, ShowProgress, Source } from "../copy/places.ts";
import { digestOf, digestOfAll, type StoredItem } from "../copy/stored-item.ts";
import { syncDirectory } from "../lmdb/install-store.ts";
import { StorageError } from "../storage.ts";
import { MAGIC, RECORD_HEAD_BYTES, SNAPSHOT_FORMAT, type SnapshotHead } from "./snapshot-format.ts";

/** Options of a snapshot. By default an existing file is not replaced. */
export interface SnapshotOptions {
  /** A file of this name may go. */
  readonly overwrite?: boolean;
  readonly progress?: ShowProgress;
}

/**
 * Writes what a store holds at one moment into one file, which appears when it is complete and on disk. Only the owner
 * may read it: there are Secrets in it. Throws `Failed`, also when the file is there already.
 */
export async function takeSnapshot(
  source: Source,
  file: string,
  options: SnapshotOptions = {},
): Promise<Copied> {
  if (options.overwrite !== true && existsSync(file))
    throw new StorageError("Failed", `${file} is there already; with --overwrite it is replaced`);
  const moment = await source.read();
  const draft = `${file}.${process.pid}${DRAFT}`;
  try {
    removeStaleDrafts(file);
    const written = await writeDraft(moment, draft, options);
    await rename(draft, file);
    syncDirectory(dirname(file));
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw asFailed(error, file);
  } finally {
    moment.close();
  }
}

const DRAFT = ".tmp";

/** Removes the drafts of processes that were killed. */
function removeStaleDrafts(file: string): void {
  const [folder, start] = [dirname(file), `${basename(file)}.`];
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !name.endsWith(DRAFT)) continue;
    const pid = Number(name.slice(start.length, -DRAFT.length));
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function writeDraft(moment: Moment, draft: string, options: SnapshotOptions): Promise<Copied> {
  const { revision, count } = moment;
  const handle = await open(draft, "wx", 0o600);
  const out = new Hashed(handle);
  const digests = new Map<string, string>();
  try {
    await out.write([MAGIC, headOf(moment)]);
    for await (const page of moment.pages()) {
      for (const item of page) digests.set(item.key, digestOf(item));
      await out.write(page.flatMap(recordOf));
      options.progress?.({ step: "copy", done: digests.size, all: count });
    }
    if (digests.size !== count)
      throw new StorageError("Failed", `the store has ${count} objects, and ${digests.size} could be read`);
    await out.end();
    await handle.sync();
  } finally {
    await handle.close();
  }
  const objects = digests.size;
  return { objects, written: objects, removed: 0, digest: digestOfAll(digests), revision, notes: [] };
}

/** All written bytes are part of the digest at the end. */
class Hashed {
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    const bytes = Buffer.concat(pieces);
    this.#hash.update(bytes);
    await this.#handle.writeFile(bytes);
  }

  async end(): Promise<void> {
    await this.write([Buffer.alloc(4)]);
    await this.#handle.writeFile(this.#hash.digest());
  }
}

function headOf({ revision, count }: Moment): Buffer {
  const head: SnapshotHead = {
    format: SNAPSHOT_FORMAT,
    revision,
    objects: count,
    taken: new Date().toISOString(),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

function recordOf({ key, revision, bytes }: StoredItem): Uint8Array[] {
  const name = Buffer.from(key);
  const head = Buffer.alloc(RECORD_HEAD_BYTES);
  head.writeUInt32BE(name.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  head.writeBigUInt64BE(BigInt(revision), 8);
  return [head, name, bytes];
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  EISDIR: "this is a folder",
  ENOTDIR: "a part of the path is no folder",
};

function asFailed(error: unknown, file: string): unknown {
  const reason = error instanceof Error && "code" in error ? REASONS[String(error.code)] : undefined;
  if (reason === undefined) return error;
  return new StorageError("Failed", `cannot write ${file}: ${reason}`, { cause: error });
}
