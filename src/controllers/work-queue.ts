/** Names to be worked on, each at most once at a time; what fails is tried again, ever more slowly. */
export interface WorkQueue {
  add(key: string): void;
  /** As `add`, so many milliseconds later, or earlier when it is to be worked on before that. */
  addLater(key: string, milliseconds: number): void;
  /** Begins nothing more; resolves when what is being worked on has ended. */
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;
/** Nothing waits longer: timers of Node end early when they are to wait for more than 24 days. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Works on a key; answers whether it is done with it. `again`: it is worked on once more so many milliseconds later, or earlier when it was to be before that. */
export type Work = (key: string, again: (milliseconds: number) => void) => Promise<boolean>;

/** So many keys are worked on side by side: a loop must not crowd out the clients. */
const WORKERS = 8;

/** What answers `false` or rejects comes back later. */
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
