import type { Views } from "../../admit/views/views.ts";
import type { RemoteDiscovery } from "../../aggregation/remote-discovery.ts";
import type { Kinds } from "../../kinds.ts";
import type { ServedVerbs } from "./resource-lists.ts";

/** Dependencies of discovery. */
export interface Discovery extends Kinds {
  readonly views: Views;
  readonly remoteDiscovery: RemoteDiscovery;
  /** Host and port under which clients reach the server; undefined: those of the client's request. */
  readonly serverAddress: string | undefined;
}

/**
 * Returns the verbs of a resource: while its definition is terminating, its objects can only be read and
 * deleted.
 */
export function servedVerbs({ views }: Discovery): ServedVerbs {
  return (resource) =>
    resource.custom && views.isTerminating(resource)
      ? resource.verbs.filter((verb) => verb !== "create" && verb !== "update" && verb !== "patch")
      : resource.verbs;
}
