import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors write a file in several steps. */
const QUIET_MS = 30;

/**
 * Calls `reload` when one of the files changes; it gives back the files to watch from then on. After a failure the old
 * ones are watched further.
 */
export function watchFiles(
  files: readonly string[],
  reload: () => Promise<readonly string[]>,
  onError: (error: Error) => void,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let watchers: FSWatcher[] = [];
  let running = Promise.resolve();
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(reload).then(follow, onError);
    }, QUIET_MS);
  };
  const follow = (next: readonly string[]): void => {
    for (const watcher of watchers) watcher.close();
    // Folders, for many editors put a new file in the place of the old one.
    const names = new Map<string, Set<string>>();
    for (const file of next) {
      const folder = dirname(file);
      names.set(folder, (names.get(folder) ?? new Set()).add(basename(file)));
    }
    watchers = [...names].map(([folder, known]) =>
      watch(folder, (_, name) => {
        if (name === null || known.has(name)) changed();
      }),
    );
  };
  follow(files);
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
