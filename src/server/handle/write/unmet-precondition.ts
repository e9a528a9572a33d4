import type { GroupResource } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { conflict, type StatusError } from "../../../api/status.ts";

export interface Precondition {
  readonly resource: GroupResource;
  readonly key: string;
  readonly dryRun: boolean;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The store's conflict when an object is not the one that was meant; undefined when it is. "" means any. */
export function unmetPrecondition(
  metadata: KubeObject["metadata"],
  wanted: Precondition,
): StatusError | undefined {
  const unmet = (what: string, given: string, found = ""): StatusError => {
    // The reference's dry runs ask a layer above the store, whose keys have no prefix.
    const key = wanted.dryRun ? wanted.key.replace(/^\/registry/, "") : wanted.key;
    const why = `Precondition failed: ${what} in precondition: ${given}, ${what} in object meta: ${found}`;
    return conflict(
      wanted.resource,
      metadata.name ?? "",
      `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
    );
  };
  const { uid = "", resourceVersion = "" } = wanted;
  if (uid !== "" && uid !== metadata.uid) return unmet("UID", uid, metadata.uid);
  return resourceVersion === "" || resourceVersion === metadata.resourceVersion
    ? undefined
    : unmet("ResourceVersion", resourceVersion, metadata.resourceVersion);
}
