/** Names to be worked on, each at most once at a time; what fails is tried again, ever more slowly. */
export interface WorkQueue {
  add(key: string): void;
  stop(): void;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;

/** `work` answers whether it is done with the key; `false` or a rejection brings it back later. */
export function createWorkQueue(
  work: (key: string) => Promise<boolean>,
  onError: (key: string, error: unknown) => void,
): WorkQueue {
  const waiting = new Set<string>();
  const active = new Set<string>();
  const delays = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  const later = (key: string): void => {
    const delay = delays.get(key) ?? FIRST_RETRY_MS;
    delays.set(key, Math.min(delay * 2, LONGEST_RETRY_MS));
    const timer = setTimeout(() => {
      timers.delete(timer);
      add(key);
    }, delay);
    timer.unref();
    timers.add(timer);
  };
  const attempt = async (key: string): Promise<boolean> => {
    try {
      return await work(key);
    } catch (error) {
      if (!stopped) onError(key, error);
      return false;
    }
  };
  const run = async (key: string): Promise<void> => {
    active.add(key);
    waiting.delete(key);
    const done = await attempt(key);
    active.delete(key);
    if (done) delays.delete(key);
    if (stopped) return;
    if (waiting.has(key)) void run(key);
    else if (!done) later(key);
  };
  function add(key: string): void {
    if (stopped) return;
    waiting.add(key);
    if (!active.has(key)) void run(key);
  }
  return {
    add,
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
