import type { RemoteDiscovery } from "../../aggregation/remote-discovery.ts";
import type { Kinds } from "../../kinds.ts";
import type { Views } from "../../views/views.ts";
import type { ServedVerbs } from "./resource-lists.ts";

/** What discovery needs. */
export interface Discovery extends Kinds {
  readonly views: Views;
  readonly remoteDiscovery: RemoteDiscovery;
  /** Host and port under which clients reach the server; undefined: as they say it themselves. */
  readonly serverAddress: string | undefined;
}

/** While a definition is being removed, its objects may only be looked at and deleted. */
export function servedVerbs({ views }: Discovery): ServedVerbs {
  return (resource) =>
    resource.custom && views.isTerminating(resource)
      ? resource.verbs.filter((verb) => verb !== "create" && verb !== "update" && verb !== "patch")
      : resource.verbs;
}
