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
  const followed = new Map<string, { readonly watcher: FSWatcher; names: ReadonlySet<string> }>();
  let running = Promise.resolve();
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(reload).then(follow, onError);
    }, QUIET_MS);
  };
  const follow = (next: readonly string[]): void => {
    // Folders, for many editors put a new file in the place of the old one.
    const folders = new Map<string, Set<string>>();
    for (const file of next) {
      const folder = dirname(file);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(basename(file)));
    }
    for (const [folder, { watcher }] of followed) if (!folders.has(folder)) leave(folder, watcher);
    for (const [folder, names] of folders) {
      const known = followed.get(folder);
      // Its watcher stays: it may have seen what it has not told yet.
      if (known !== undefined) known.names = names;
      else followed.set(folder, { watcher: look(folder), names });
    }
  };
  const look = (folder: string): FSWatcher =>
    watch(folder, (_, name) => {
      if (name === null || followed.get(folder)?.names.has(name)) changed();
    });
  const leave = (folder: string, watcher: FSWatcher): void => {
    watcher.close();
    followed.delete(folder);
  };
  follow(files);
  return {
    stop() {
      clearTimeout(timer);
      for (const [folder, { watcher }] of followed) leave(folder, watcher);
    },
  };
}
