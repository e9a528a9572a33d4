import { type FSWatcher, watch } from "node:fs";

/** Interval of checks without an event, in milliseconds: not every file system reports changes. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Calls `look` when a folder may have changed, once at the beginning, and every minute; calls do not overlap.
 * Returns a function that ends the calls.
 */
export function watchFolder(dir: string, look: () => Promise<void>): () => void {
  let watcher: FSWatcher | undefined;
  let isLooking = false;
  let isAskedAgain = false;
  let isClosed = false;
  const lookNow = async (): Promise<void> => {
    isAskedAgain = isLooking;
    if (isLooking || isClosed) return;
    isLooking = true;
    try {
      await look();
    } finally {
      isLooking = false;
    }
    if (isAskedAgain) await lookNow();
  };
  // The folder may have been replaced by another one of its name.
  const begin = (): void => {
    watcher?.close();
    watcher = watched(dir, () => void lookNow());
    void lookNow();
  };
  begin();
  const timer = setInterval(begin, LOOK_AGAIN_MS).unref();
  return () => {
    isClosed = true;
    clearInterval(timer);
    watcher?.close();
  };
}

/** Returns undefined if the folder cannot be watched now. */
function watched(dir: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(dir, { persistent: false }, changed);
    watcher.on("error", changed);
    return watcher;
  } catch {
    return undefined;
  }
}
