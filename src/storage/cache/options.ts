import { StorageError } from "../storage.ts";

/** How much of the past a storage remembers for watches and for reads at older revisions. */
export interface HistoryOptions {
  /** At most so many changes, however young. Default: 100,000. */
  readonly historyChanges?: number;
  /** At most so many bytes of documents, but for the newest change. Default: 128 MiB. */
  readonly historyBytes?: number;
  /** A change is forgotten when it is older than this, in milliseconds. Default: 5 minutes, as the reference has. */
  readonly historyMs?: number;
  /** The clock, in milliseconds; only differences count. Default: a monotonic one. */
  readonly now?: () => number;
}

/** Whether there is room for more. */
export interface RoomOptions {
  /**
   * Asked before each write that is no deletion: why there is no memory for it, which is then refused with `NoSpace`;
   * undefined: there is. Must be quick. Default: there always is.
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

/** Throws `NoSpace` where there is a shortage. */
export function assertRoom({ shortage }: RoomOptions): void {
  const problem = shortage?.();
  if (problem !== undefined) throw new StorageError("NoSpace", problem);
}
