import type { House } from "../../house.ts";
import type { ServedVerbs } from "./resource-lists.ts";

/** While a definition is being removed, its objects may only be looked at and deleted. */
export function servedVerbs({ views }: House): ServedVerbs {
  return (resource) =>
    resource.custom && views.isTerminating(resource)
      ? resource.verbs.filter((verb) => verb !== "create" && verb !== "update" && verb !== "patch")
      : resource.verbs;
}
