import type { KubeObject } from "../api/meta.ts";
import { objectIn } from "../json/document.ts";
import { objectOf } from "../storage/object-of.ts";
import type { Storage } from "../storage/storage.ts";

export interface StoredChange {
  readonly object: KubeObject;
  readonly deleted: boolean;
}

/** Everything that is stored, in the version of the store, and then every change without a gap. */
export async function observeStorage(
  storage: Storage,
  listener: (change: StoredChange) => void,
): Promise<{ stop(): void }> {
  const { entries, revision } = await storage.list("/registry/");
  for (const { document } of entries) listener({ object: objectIn(document), deleted: false });
  const watch = storage.watch("/registry/", revision, {
    change: ({ type, entry }) => listener({ object: objectOf(entry), deleted: type === "deleted" }),
    closed: () => {},
  });
  return { stop: () => watch.close() };
}
