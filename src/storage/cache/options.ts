/** How much of the past a storage remembers for watches and for reads at older revisions. */
export interface HistoryOptions {
  /** At most so many changes, however young. Default: 100,000. */
  readonly historyChanges?: number;
  /** A change is forgotten when it is older than this, in milliseconds. Default: 5 minutes, as the reference has. */
  readonly historyMs?: number;
  /** The clock, in milliseconds; only differences count. Default: a monotonic one. */
  readonly now?: () => number;
}

/** Fills the defaults. */
export function historyOptions(options: HistoryOptions): Required<HistoryOptions> {
  return {
    historyChanges: options.historyChanges ?? 100_000,
    historyMs: options.historyMs ?? 300_000,
    now: options.now ?? (() => performance.now()),
  };
}
