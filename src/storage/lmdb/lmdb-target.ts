import { existsSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../disk/has-code.ts";
import { privateFolder } from "../../disk/private-files.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Form, Found, Moment, Source, Target } from "../copy/places.ts";
import { withRevision } from "../copy/stored-form.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { readStoredObjects } from "./file/stored-objects.ts";
import { FORMAT } from "./format.ts";
import { installStore } from "./install-store.ts";
import { assertKey, storageError } from "./lmdb-persist.ts";
import { openLmdbSource, storeIn } from "./lmdb-source.ts";
import { type DirectoryLock, holderOf, lockDirectory } from "./lock/directory-lock.ts";
import { openMoment } from "./moment.ts";
import { DATA_FILE, incomingBeside, LOCK_FILE } from "./store-files.ts";
import { sumValue } from "./summed-value.ts";
import { openTables, type Tables } from "./tables.ts";
import { REVISION } from "./total.ts";

interface LmdbTargetOptions {
  /** The data folder, as `sallyport serve --data-dir` has it. */
  readonly dataDir: string;
  /** Distance of the store's next revision from the revision of the source. */
  readonly bumpRevision: number;
}

/** A store that is built beside its place, in `data.incoming`, and put there when it is complete. */
export const openLmdbTarget = (options: LmdbTargetOptions): Target => new LmdbTarget(options);

/** Key in the table `meta` for the source of the copy. It is not read in a complete store. */
const RECORD = "copied-from";

class LmdbTarget implements Target {
  readonly name: string;
  readonly form = "sealed";
  readonly keyPrefix = KEY_PREFIX;
  readonly keepsRevisions = true;
  readonly #options: LmdbTargetOptions;
  readonly #path: string;
  readonly #incoming: string;
  #open: { readonly tables: Tables; readonly lock: DirectoryLock } | undefined;

  constructor(options: LmdbTargetOptions) {
    this.name = `lmdb:${options.dataDir}`;
    this.#options = options;
    this.#path = storeIn(options.dataDir);
    this.#incoming = incomingBeside(this.#path);
  }

  async find(): Promise<Found> {
    const pid = await holderOf(this.#path);
    if (pid !== undefined)
      throw new StorageError(
        "Failed",
        `a server (pid ${pid}) works on ${this.#options.dataDir}: a store cannot be replaced under it; stop it first`,
      );
    const unfinished = await recordIn(this.#incoming);
    // A copy that was killed after its last step leaves its folder.
    if (unfinished === undefined && existsSync(this.#incoming)) await this.#removeIncoming();
    return { ...(unfinished !== undefined && { unfinished }), ...(await this.#complete()) };
  }

  async begin(source: string, { unfinished }: Found): Promise<void> {
    privateFolder(this.#incoming);
    const lock = await lockDirectory(this.#incoming);
    try {
      if (unfinished !== source)
        for (const name of [DATA_FILE, LOCK_FILE]) rmSync(join(this.#incoming, name), { force: true });
      this.#open = { tables: openTables(this.#incoming), lock };
      await this.#transaction(({ meta }) => {
        void meta.put("format", FORMAT);
        void meta.put(RECORD, source);
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async written(): Promise<Moment> {
    return openMoment(this.#tables());
  }

  /** Does nothing: the store itself continues above the revision when it is complete. */
  async prepare(): Promise<readonly string[]> {
    return [];
  }

  async write(items: readonly StoredItem[], form: Form): Promise<void> {
    for (const { key } of items) assertKey(key);
    await this.#transaction(({ objects }) => {
      for (const item of items) void objects.put(item.key, summed(item, form), item.revision);
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#transaction(({ objects }) => {
      for (const key of keys) void objects.remove(key);
    });
  }

  async finish(revision: number): Promise<readonly string[]> {
    // Clients of what is replaced may have seen more than those of the source.
    const seen = Math.max(revision, await this.#revisionNow());
    const next = seen + this.#options.bumpRevision;
    await this.#transaction(({ meta }) => {
      void meta.put(REVISION, String(next));
    });
    const aside = await this.#install();
    const before = `The previous contents are in ${aside}: delete it when you are sure.`;
    return [`The store continues at revision ${next}.`, ...(aside === undefined ? [] : [before])];
  }

  /** Returns the folder of the former store. */
  async #install(): Promise<string | undefined> {
    const { tables, lock } = this.#opened();
    this.#open = undefined;
    await tables.root.close();
    try {
      return await installStore(this.#incoming, this.#path);
    } finally {
      this.#leaveIncoming(lock);
    }
  }

  /** Leaves it to another copy that works there. */
  async #removeIncoming(): Promise<void> {
    if ((await holderOf(this.#incoming)) !== undefined) return;
    const lock = await lockDirectory(this.#incoming);
    rmSync(join(this.#incoming, DATA_FILE), { force: true });
    this.#leaveIncoming(lock);
  }

  /** Removes the folder when there is no store in it, unless another process has come. */
  #leaveIncoming(lock: DirectoryLock): void {
    const isDone = !existsSync(join(this.#incoming, DATA_FILE));
    if (isDone) rmSync(join(this.#incoming, LOCK_FILE), { force: true });
    lock.release();
    if (isDone) removeEmpty(this.#incoming);
  }

  async close(): Promise<void> {
    const opened = this.#open;
    this.#open = undefined;
    await opened?.tables.root.close();
    opened?.lock.release();
  }

  /** Returns the contents of the store's place, unless the store has never been written to. */
  async #complete(): Promise<Pick<Found, "contents" | "unreadable">> {
    if (!existsSync(join(this.#path, DATA_FILE))) return {};
    try {
      const contents = openLmdbSource(this.#options.dataDir);
      const { count, revision } = await revisionOf(contents);
      if (count > 0 || revision > 1) return { contents };
      await contents.close();
      return {};
    } catch (error) {
      return { unreadable: messageOf(error) };
    }
  }

  async #revisionNow(): Promise<number> {
    const { contents } = await this.#complete();
    if (contents === undefined) return 0;
    const { revision } = await revisionOf(contents);
    await contents.close();
    return revision;
  }

  #opened(): { readonly tables: Tables; readonly lock: DirectoryLock } {
    if (this.#open === undefined) throw new StorageError("Closed", "the copy has not begun");
    return this.#open;
  }

  #tables(): Tables {
    return this.#opened().tables;
  }

  /**
   * Resolves when the write is on disk. The promises of single writes have no meaning: the promise of the
   * batch covers all of them.
   */
  async #transaction(enqueue: (tables: Tables) => void): Promise<void> {
    const tables = this.#tables();
    try {
      await tables.root.batch(() => enqueue(tables));
    } catch (error) {
      throw await storageError(this.#incoming, error);
    }
  }
}

function summed({ key, bytes, revision }: StoredItem, form: Form): Buffer {
  const sealed = form === "sealed" ? bytes : withRevision(decodeJson(bytes), revision).bytes;
  return sumValue(key, revision, sealed);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY")) throw error;
  }
}

/** Returns undefined also for a store that was just begun, which is empty. */
async function recordIn(incoming: string): Promise<string | undefined> {
  const file = join(incoming, DATA_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const stored = await readStoredObjects(incoming, file);
    stored.close();
    return stored.notes.get(RECORD);
  } catch {
    return undefined;
  }
}

async function revisionOf(source: Source): Promise<{ count: number; revision: number }> {
  const moment = await source.read();
  moment.close();
  return moment;
}
