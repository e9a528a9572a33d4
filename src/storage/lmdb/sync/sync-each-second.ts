import { closeSync, fdatasync, openSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Transaction } from "lmdb";
import { messageOf } from "../../../report/describe-error.ts";
import { StorageError } from "../../storage.ts";
import { newestMeta } from "../file/meta-bytes.ts";
import { DATA_FILE } from "../store-files.ts";
import { beginReading, type Tables } from "../tables.ts";
import { removeSyncedState, writeSyncedState } from "./synced-state.ts";

/** Syncs the commits of a store behind them. */
export interface Syncing {
  /**
   * Called before each commit. Returns undefined, or a promise that resolves when enough is on disk; it rejects with a
   * `StorageError` if that fails.
   */
  before(): Promise<void> | undefined;
  /** Called after each commit, with the bytes that it may have written. */
  after(bytes: number): void;
  /** Syncs the rest, and ends. */
  close(): Promise<void>;
}

/** Time from a commit until its sync begins, in milliseconds. */
const SECOND_MS = 1000;
/** Age of a commit that is not on disk from which further commits wait, in milliseconds. */
const MOST_MS = 2000;
/** Bytes after which a sync begins earlier: pages of the synced state are not used again, so the file grows meanwhile. */
const EARLY_BYTES = 16 << 20;

/** The store that is synced. `now`: a clock in milliseconds. */
export interface SyncPlace {
  readonly folder: string;
  readonly tables: Pick<Tables, "root">;
  readonly bootId: string;
  readonly now?: () => number;
}

/**
 * Begins to sync a store each second. A read transaction keeps all pages of the last state that is on disk, and a note beside the
 * file names this state, so that the next start can go back to it (`restore-synced.ts`).
 */
export async function syncEachSecond(place: SyncPlace): Promise<Syncing> {
  const syncing = new SecondSync(place);
  try {
    await syncing.sync();
  } catch (error) {
    await syncing.close().catch(() => {});
    throw error;
  }
  return syncing;
}

class SecondSync implements Syncing {
  readonly #place: SyncPlace;
  readonly #descriptor: number;
  readonly #now: () => number;
  #kept: Transaction | undefined;
  /** Time of the first commit that no sync includes. */
  #since: number | undefined;
  #bytes = 0;
  #isCommitting = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Time of the first commit that the running sync includes. */
  #runningSince = Number.POSITIVE_INFINITY;
  #hasFailed = false;

  constructor(place: SyncPlace) {
    this.#place = place;
    this.#now = place.now ?? (() => performance.now());
    this.#descriptor = openSync(join(place.folder, DATA_FILE), "r+");
  }

  before(): Promise<void> | undefined {
    const wait = this.#wait();
    if (wait === undefined) this.#isCommitting = true;
    return wait?.then(() => {
      this.#isCommitting = true;
    });
  }

  #wait(): Promise<void> | undefined {
    if (this.#hasFailed) return this.sync();
    const oldest = Math.min(this.#runningSince, this.#since ?? Number.POSITIVE_INFINITY);
    if (this.#now() - oldest < MOST_MS && this.#bytes < 4 * EARLY_BYTES) return undefined;
    return this.sync();
  }

  after(bytes: number): void {
    this.#isCommitting = false;
    this.#bytes += bytes;
    this.#since ??= this.#now();
    this.#timer ??= setTimeout(() => this.#syncDue(), SECOND_MS).unref();
    if (this.#bytes > EARLY_BYTES || this.#now() - this.#since >= SECOND_MS) this.#syncDue();
  }

  /** A commit that is under way does this when it is complete. A failure is reported to the next write. */
  #syncDue(): void {
    if (!this.#isCommitting && this.#running === undefined) void this.sync().catch(() => {});
  }

  /** Not during a commit. */
  sync(): Promise<void> {
    this.#running ??= this.#sync().finally(() => {
      this.#running = undefined;
      this.#runningSince = Number.POSITIVE_INFINITY;
    });
    return this.#running;
  }

  async #sync(): Promise<void> {
    const { folder, tables, bootId } = this.#place;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#runningSince = this.#since ?? Number.POSITIVE_INFINITY;
    this.#since = undefined;
    this.#bytes = 0;
    const next = beginReading(tables);
    try {
      const meta = newestMeta(join(folder, DATA_FILE));
      await promisify(fdatasync)(this.#descriptor);
      await writeSyncedState(folder, { bootId, meta });
    } catch (error) {
      next.done();
      this.#hasFailed = true;
      throw new StorageError("Failed", `the store in ${folder} could not sync: ${messageOf(error)}`, {
        cause: error,
      });
    }
    this.#hasFailed = false;
    this.#kept?.done();
    this.#kept = next;
  }

  async close(): Promise<void> {
    try {
      await this.#running?.catch(() => {});
      if (this.#since !== undefined || this.#hasFailed) await this.sync();
      removeSyncedState(this.#place.folder);
    } finally {
      clearTimeout(this.#timer);
      this.#kept?.done();
      closeSync(this.#descriptor);
    }
  }
}
