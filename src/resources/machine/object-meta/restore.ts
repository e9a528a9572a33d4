import type { KubeObject } from "../../../api/meta.ts";

/** Before the strategy prepares an update: the generation is the strategy's to raise. */
export function restoreGeneration({ metadata }: KubeObject, { metadata: old }: KubeObject): void {
  if (old.generation === undefined) delete metadata.generation;
  else metadata.generation = old.generation;
}

/**
 * After the strategy has prepared an update: what a client left out comes back, and what no update can change stays as it
 * was, whatever the strategy did (apiserver/pkg/registry/rest/update.go, BeforeUpdate).
 */
export function restoreSystemMetadata({ metadata }: KubeObject, { metadata: old }: KubeObject): void {
  if ((metadata.uid ?? "") === "" && old.uid !== undefined) metadata.uid = old.uid;
  if (old.creationTimestamp !== undefined) metadata.creationTimestamp = old.creationTimestamp;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds === undefined) {
    metadata.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds;
  }
}
