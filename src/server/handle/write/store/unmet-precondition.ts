import type { GroupResource } from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { conflict, type StatusError } from "../../../../api/status.ts";

/** Conditions of a request on the stored object. */
export interface Precondition {
  readonly resource: GroupResource;
  readonly key: string;
  readonly dryRun: boolean;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/**
 * Returns the store's conflict if uid or version of an object are not the wanted ones; undefined if they are.
 * "" matches any.
 */
export function unmetPrecondition(
  metadata: KubeObject["metadata"],
  wanted: Precondition,
): StatusError | undefined {
  const { uid = "", resourceVersion = "" } = wanted;
  if (uid !== "" && uid !== metadata.uid) return storeConflict(metadata, wanted, "UID");
  return resourceVersion === "" || resourceVersion === metadata.resourceVersion
    ? undefined
    : storeConflict(metadata, wanted, "ResourceVersion");
}

/**
 * Builds the store's conflict for an object whose uid or version is not the wanted one
 * (apiserver/pkg/storage/interfaces.go, Check).
 */
export function storeConflict(
  metadata: KubeObject["metadata"],
  wanted: Precondition,
  what: "UID" | "ResourceVersion",
): StatusError {
  const isUid = what === "UID";
  const given = (isUid ? wanted.uid : wanted.resourceVersion) ?? "";
  const found = (isUid ? metadata.uid : metadata.resourceVersion) ?? "";
  // The reference's dry runs use a layer above the store, whose keys have no prefix.
  const key = wanted.dryRun ? wanted.key.replace(/^\/registry/, "") : wanted.key;
  const why = `Precondition failed: ${what} in precondition: ${given}, ${what} in object meta: ${found}`;
  return conflict(
    wanted.resource,
    metadata.name ?? "",
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}
