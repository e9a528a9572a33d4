import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { isManifest } from "./read-manifests.ts";

/** Editors write a file in several steps. */
const QUIET_MS = 30;

/**
 * Name of the link that the kubelet replaces to change all files of a mounted volume at once (kubernetes
 * pkg/volume/util/atomic_writer.go).
 */
const MOUNTED = "..data";

/**
 * Calls `reload` when one of the files changes; it gives back the files to watch from then on. After a failure the old
 * ones are watched further. Of a folder among them every manifest counts, also one that comes later. `everyMs`: `reload` is
 * called as often, too, never beside another call. A change that does not show in the folder, as of what a link leads to, is
 * found so.
 */
export function watchFiles(
  files: readonly string[],
  reload: () => Promise<readonly string[]>,
  onError: (error: Error) => void,
  everyMs?: number,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const followed = new Map<string, { readonly watcher: FSWatcher; watched: Watched }>();
  let running = Promise.resolve();
  const reloadInTurn = (): void => {
    running = running.then(reload).then(follow, onError);
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(reloadInTurn, QUIET_MS);
  };
  const follow = (next: readonly string[]): void => {
    // Folders, for many editors put a new file in the place of the old one.
    const folders = new Map<string, Watched>();
    for (const path of next) {
      const isWhole = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
      const folder = isWhole ? path : dirname(path);
      const { names, manifests } = folders.get(folder) ?? { names: new Set(), manifests: false };
      folders.set(folder, { names: names.add(basename(path)), manifests: manifests || isWhole });
    }
    for (const [folder, { watcher }] of followed) if (!folders.has(folder)) leave(folder, watcher);
    for (const [folder, watched] of folders) {
      const known = followed.get(folder);
      // The existing watcher is kept: it may have an event that it has not reported yet.
      if (known !== undefined) known.watched = watched;
      else followed.set(folder, { watcher: look(folder), watched });
    }
  };
  const look = (folder: string): FSWatcher =>
    watch(folder, (_, name) => {
      const known = followed.get(folder)?.watched;
      const counts = name === null || name === MOUNTED || known?.names.has(name);
      if (counts || (known?.manifests && isManifest(name))) changed();
    });
  const leave = (folder: string, watcher: FSWatcher): void => {
    watcher.close();
    followed.delete(folder);
  };
  follow(files);
  const polling = everyMs === undefined ? undefined : setInterval(reloadInTurn, everyMs).unref();
  return {
    stop() {
      clearTimeout(timer);
      clearInterval(polling);
      for (const [folder, { watcher }] of followed) leave(folder, watcher);
    },
  };
}

/** Relevant files of a folder: the named ones, and all manifests if `manifests` is true. */
interface Watched {
  readonly names: Set<string>;
  readonly manifests: boolean;
}
