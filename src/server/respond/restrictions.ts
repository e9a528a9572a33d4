import type { GroupVersionKind } from "../../api/group-version.ts";
import type { Encoding } from "./media-types.ts";

/** What an object is to be made into. */
export type Transform = GroupVersionKind;

/** What an endpoint can do for a client that asks for it in its Accept header; what it cannot is passed over there. */
export interface Restrictions {
  allows(transform: Transform | undefined, encoding: Encoding): boolean;
  /** The value of `sv=` that is allowed. */
  readonly serverVersion?: string;
}

/** Errors, and documents that are made into nothing else. */
export const ANSWERS: Restrictions = { allows: (transform) => transform === undefined };

export const AGGREGATED_DISCOVERY: Restrictions = {
  allows: (transform) =>
    transform?.group === "apidiscovery.k8s.io" &&
    transform.version === "v2" &&
    transform.kind === "APIGroupDiscoveryList",
};

/** Objects. `tables`: they can be shown as such; `protobuf`: they have that form themselves, not only their metadata. */
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

/** Each is one value, so that what was negotiated with it can be remembered. */
export const BUILTIN_OBJECTS = objects({ tables: true, protobuf: true });
export const BUILTIN_WITHOUT_TABLES = objects({ tables: false, protobuf: true });
export const CUSTOM_OBJECTS = objects({ tables: true, protobuf: false });
