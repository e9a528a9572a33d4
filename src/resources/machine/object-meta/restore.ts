import type { KubeObject } from "../../../api/meta.ts";

/** Restores the generation before the strategy prepares an update, because only the strategy increases it. */
export function restoreGeneration({ metadata }: KubeObject, { metadata: old }: KubeObject): void {
  if (old.generation === undefined) delete metadata.generation;
  else metadata.generation = old.generation;
}

/**
 * Restores metadata after the strategy has prepared an update: fields that the client left out, and fields
 * that no update can change, even if the strategy changed them (apiserver/pkg/registry/rest/update.go,
 * BeforeUpdate).
 */
export function restoreSystemMetadata({ metadata }: KubeObject, { metadata: old }: KubeObject): void {
  if ((metadata.uid ?? "") === "" && old.uid !== undefined) metadata.uid = old.uid;
  if (old.creationTimestamp !== undefined) metadata.creationTimestamp = old.creationTimestamp;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds === undefined)
    metadata.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds;
}
