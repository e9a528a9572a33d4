import type { GroupVersionKind } from "../../api/group-version.ts";
import type { Encoding } from "./media-types.ts";

/** Target kind of a conversion. */
export type Transform = GroupVersionKind;

/** Forms that an endpoint supports; others in the Accept header are ignored. */
export interface Restrictions {
  allows(transform: Transform | undefined, encoding: Encoding): boolean;
  /** The value of `sv=` that is allowed. */
  readonly serverVersion?: string;
}

/** Restrictions of errors, and of documents without conversions. */
export const ANSWERS: Restrictions = { allows: (transform) => transform === undefined };

export const AGGREGATED_DISCOVERY: Restrictions = {
  allows: (transform) =>
    transform?.group === "apidiscovery.k8s.io" &&
    transform.version === "v2" &&
    transform.kind === "APIGroupDiscoveryList",
};

/**
 * Restrictions of objects. `tables`: they can be shown as Tables; `protobuf`: the objects themselves have
 * that form, not only their metadata.
 */
const objects = (has: { readonly tables: boolean; readonly protobuf: boolean }): Restrictions => ({
  serverVersion: "v1",
  allows(transform, encoding) {
    if (transform === undefined) return has.protobuf || encoding !== "protobuf";
    if (transform.group !== "meta.k8s.io") return false;
    if (transform.version !== "v1" && transform.version !== "v1beta1") return false;
    if (transform.kind === "Table") return has.tables && encoding !== "protobuf";
    return transform.kind === "PartialObjectMetadata" || transform.kind === "PartialObjectMetadataList";
  },
});

/** One value each, so that negotiation results can be cached by it. */
export const BUILTIN_OBJECTS = objects({ tables: true, protobuf: true });
export const BUILTIN_WITHOUT_TABLES = objects({ tables: false, protobuf: true });
export const CUSTOM_OBJECTS = objects({ tables: true, protobuf: false });
