import { Document } from "../api/object/document.ts";
import { clone } from "../json/object.ts";
import { record } from "../json/value.ts";
import type { Entry, Storage } from "../storage/storage.ts";

/** The complete content of a storage at one time, to be restored later. */
export interface Snapshot {
  /**
   * Restores objects that have changed since. Resolves when all watchers of the storage have received the
   * changes.
   */
  restore(): Promise<void>;
}

/** Remembers all objects of a storage with their revisions. */
export async function takeSnapshot(storage: Storage): Promise<Snapshot> {
  const kept = new Map((await storage.list("")).entries.map((entry) => [entry.key, entry]));
  return {
    async restore() {
      const { entries } = await storage.list("");
      const there = new Set<string>();
      for (const entry of entries) {
        there.add(entry.key);
        const before = kept.get(entry.key);
        if (before === undefined) await storage.delete(entry.key, entry.revision);
        else if (before.revision !== entry.revision)
          keep(await storage.update(entry.key, entry.revision, (revision) => sealed(before, revision)));
      }
      for (const [key, before] of kept)
        if (!there.has(key)) keep(await storage.create(key, (revision) => sealed(before, revision)));
      await delivered(storage);
    },
  };

  function keep(result: Awaited<ReturnType<Storage["create"]>>): void {
    if (result.kind === "written") kept.set(result.entry.key, result.entry);
  }
}

/** Returns the same object with a new revision. */
function sealed({ document }: Entry, revision: number): Document {
  const object = record(clone(document.value));
  return new Document({
    ...object,
    metadata: { ...record(object.metadata), resourceVersion: String(revision) },
  });
}

/**
 * Resolves when the earlier watchers have received all changes: the storage notifies watchers in the order in
 * which they started.
 */
function delivered(storage: Storage): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      watch.close();
      resolve();
    };
    const watch = storage.watch("/", storage.revision, { change: () => {}, progress: end, closed: end });
    watch.requestProgress();
  });
}
