import type { KubeObject } from "../../../../api/meta.ts";
import { objectOf } from "../../../../storage/object-of.ts";
import type { Entry } from "../../../../storage/storage.ts";
import type { Target } from "../../target.ts";
import { seal } from "../seal.ts";
import type { Writes } from "../writes.ts";

/**
 * Removes the stored object unchanged: watches receive it with the revision of the removal, and the side work
 * of its resource runs (apiserver/pkg/registry/generic/registry/store.go, deleteWithoutFinalizers). "lost":
 * another writer has changed it in the meantime.
 */
export async function removeStored(
  { storage, views, sideWork }: Pick<Writes, "storage" | "views" | "sideWork">,
  target: Target,
  entry: Entry,
): Promise<Entry | "lost"> {
  const old = objectOf(entry);
  const last: KubeObject = { ...old, metadata: { ...old.metadata } };
  const result = await storage.delete(entry.key, entry.revision, (revision) =>
    seal(last, revision, target.resource.hub),
  );
  if (result.kind === "conflict") return "lost";
  await views.seen(target.resource, result.entry.revision);
  await sideWork.get(target.resource.key)?.removed?.(last);
  return result.entry;
}
