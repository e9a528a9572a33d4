import { groupOf as groupOfObject } from "../../api/group-version.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { type JsonObject, record, text } from "../../json/value.ts";

const metadataOf = ({ object }: Manifest): JsonObject => record(object.metadata);
/** `kind` of a manifest; empty if it has none. */
export const kindOf = ({ object }: Manifest): string => text(object.kind);
/** `metadata.name` of a manifest; empty if it has none. */
export const nameOf = (manifest: Manifest): string => text(metadataOf(manifest).name);
/** Returns the namespace; empty if the user who applies the manifest chooses it. */
export const namespaceOf = (manifest: Manifest): string => text(metadataOf(manifest).namespace);
/** API group of a manifest; empty for the core group. */
export const groupOf = ({ object }: Manifest): string => groupOfObject(object);

/** Returns the labels or annotations whose values are texts. */
export function labelsOf(manifest: Manifest, kind: "labels" | "annotations"): Record<string, string> {
  const entries = Object.entries(record(metadataOf(manifest)[kind]));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
