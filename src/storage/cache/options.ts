import { StorageError } from "../storage.ts";

/** Limits of the history that a storage keeps for watches and for reads at older revisions. */
export interface HistoryOptions {
  /** Maximum number of changes, however recent. Default: 100,000. */
  readonly historyChanges?: number;
  /** Maximum size of the documents in bytes, not counting the newest change. Default: 128 MiB. */
  readonly historyBytes?: number;
  /** A change is forgotten when it is older than this, in milliseconds. Default: 5 minutes, as the reference has. */
  readonly historyMs?: number;
  /** The clock, in milliseconds; only differences count. Default: a monotonic one. */
  readonly now?: () => number;
}

/** Options that limit the memory for further entries. */
export interface SpaceOptions {
  /**
   * Called before each write other than a deletion. Returns the reason why memory is short; the write is then
   * refused with `NoSpace`. Returns undefined if there is enough. Must be quick. Default: memory is never
   * short.
   */
  readonly shortage?: (() => string | undefined) | undefined;
}

/** Fills the defaults. */
export function historyOptions(options: HistoryOptions): Required<HistoryOptions> {
  return {
    historyChanges: options.historyChanges ?? 100_000,
    historyBytes: options.historyBytes ?? 128 << 20,
    historyMs: options.historyMs ?? 300_000,
    now: options.now ?? (() => performance.now()),
  };
}

/** Throws `NoSpace` if memory is short. */
export function assertSpace({ shortage }: SpaceOptions): void {
  const problem = shortage?.();
  if (problem !== undefined) throw new StorageError("NoSpace", problem);
}
