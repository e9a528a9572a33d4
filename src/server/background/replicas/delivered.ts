import type { Storage, Watch, WatchListener } from "../../../storage/storage.ts";

/** A watch that can wait until everything that was committed so far has reached all watches. */
export function watchDelivered(
  storage: Storage,
  prefix: string,
  from: number,
  change: WatchListener["change"],
): { delivered(): Promise<number>; close(): void } {
  let waiting: (() => void)[] = [];
  const finish = (): void => {
    const ready = waiting;
    waiting = [];
    for (const resolve of ready) resolve();
  };
  const watch: Watch = storage.watch(prefix, from, { change, progress: finish, closed: finish });
  return {
    /** Resolves with the revision for which this is true. */
    async delivered() {
      const { revision } = storage;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        watch.requestProgress();
      });
      return revision;
    },
    close() {
      watch.close();
      finish();
    },
  };
}
