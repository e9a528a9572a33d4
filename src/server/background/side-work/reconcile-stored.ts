import type { KubeObject } from "../../../api/meta.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { Views } from "../../admit/views/views.ts";
import { seal } from "../../handle/write/seal.ts";

/**
 * Writes the result of `reconcile` for a stored object, and retries after a conflict. `reconcile` returns
 * undefined if the object needs no change, and does not change its argument. Resolves with the revision of
 * the write, or undefined if there was none.
 */
export async function reconcileStored(
  storage: Storage,
  kind: KindDefinition,
  key: string,
  reconcile: (object: KubeObject) => KubeObject | undefined,
): Promise<number | undefined> {
  for (;;) {
    const entry = await storage.get(key);
    if (entry === undefined) return undefined;
    const next = reconcile(objectOf(entry));
    if (next === undefined) return undefined;
    const result = await storage.update(entry.key, entry.revision, (revision) => seal(next, revision, kind));
    if (result.kind === "written") return result.entry.revision;
  }
}

/** Parts that writes of statuses need. */
export interface StatusParts {
  readonly storage: Storage;
  readonly views: Views;
  readonly now: () => number;
}

/** Parts for the statuses of one kind. */
export interface KindStatusParts extends StatusParts {
  /** Kind of the objects whose status is written. Its fields determine the managed fields of the write. */
  readonly kind: KindDefinition;
}
