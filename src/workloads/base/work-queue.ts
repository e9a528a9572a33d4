/**
 * A queue of names. Each name is processed at most once at a time. After a failure it is retried with a
 * growing delay: 100 ms, doubled each time, at most 30 seconds.
 */
export interface WorkQueue {
  add(key: string): void;
  /** Adds a name after a delay. If the name already has an earlier time, that time stays. */
  addLater(key: string, milliseconds: number): void;
  /** Begins no further work. Resolves when the work in progress has ended. */
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;
/** Longest delay, in milliseconds. Node's timers end at once for delays of more than 24 days. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/**
 * Processes a name. Returns true if the work is complete, false for a retry. `again`: adds the name once more
 * after a delay in milliseconds; if the name already has an earlier time, that time stays.
 */
export type Work = (key: string, again: (milliseconds: number) => void) => Promise<boolean>;

/** Number of names that are processed at the same time. More would delay the requests of clients. */
const WORKERS = 8;

/** Creates a queue. A name is retried if `work` returns false or rejects. */
export function createWorkQueue(work: Work, onError: (key: string, error: unknown) => void): WorkQueue {
  const waiting = new Set<string>();
  const active = new Set<string>();
  const delays = new Map<string, number>();
  const timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly at: number }>();
  let stopped = false;
  let ended = (): void => {};

  const addLater = (key: string, milliseconds: number): void => {
    if (stopped) return;
    const wait = Math.min(Math.max(milliseconds, 0), LONGEST_WAIT_MS);
    const at = performance.now() + wait;
    const known = timers.get(key);
    if (known !== undefined && known.at <= at) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      timers.delete(key);
      add(key);
    }, wait);
    timer.unref();
    timers.set(key, { timer, at });
  };
  const later = (key: string): void => {
    const delay = delays.get(key) ?? FIRST_RETRY_MS;
    delays.set(key, Math.min(delay * 2, LONGEST_RETRY_MS));
    addLater(key, delay);
  };
  const attempt = async (key: string): Promise<boolean> => {
    try {
      return await work(key, (milliseconds) => addLater(key, milliseconds));
    } catch (error) {
      if (!stopped) onError(key, error);
      return false;
    }
  };
  const run = async (key: string): Promise<void> => {
    waiting.delete(key);
    active.add(key);
    const done = await attempt(key);
    active.delete(key);
    if (done) delays.delete(key);
    else if (!stopped && !waiting.has(key)) later(key);
    if (stopped && active.size === 0) ended();
    next();
  };
  const next = (): void => {
    for (const key of waiting) {
      if (stopped || active.size >= WORKERS) return;
      if (!active.has(key)) void run(key);
    }
  };
  function add(key: string): void {
    if (stopped) return;
    waiting.add(key);
    next();
  }
  return {
    add,
    addLater,
    stop() {
      stopped = true;
      for (const { timer } of timers.values()) clearTimeout(timer);
      return new Promise((resolve) => {
        ended = resolve;
        if (active.size === 0) resolve();
      });
    },
  };
}
