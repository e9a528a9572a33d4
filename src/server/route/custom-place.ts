import type { FoundKind, Registry } from "../../resources/registry.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import type { RequestInfo } from "../accept/request-info.ts";

/**
 * The custom resource that a request is about, as the reference's crdHandler finds it: by what RequestInfo says, not by
 * the path. undefined: it leaves the request to others, who do not know it either.
 */
export function customResource(registry: Registry, info: RequestInfo): FoundKind | undefined {
  if (!info.isResource || info.group === "") return undefined;
  const found = registry.find(info.group, info.version, info.resource);
  return found?.resource.custom && !isOutOfScope(found.resource, info) ? found : undefined;
}

/** Custom resources in a namespace are listed and watched over all of them, and that is all. */
const isOutOfScope = ({ namespaced }: ResourceDefinition, { namespace, verb }: RequestInfo): boolean =>
  namespaced ? namespace === "" && verb !== "list" && verb !== "watch" : namespace !== "";
