import type { FoundKind, Registry } from "../../resources/registry.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import type { RequestInfo } from "../accept/request-info.ts";

/**
 * Returns the custom resource of a request as the reference's crdHandler finds it: by RequestInfo, not by the
 * path. Undefined if there is none; the request is then passed to other handlers, which do not have it
 * either.
 */
export function customResource(registry: Registry, info: RequestInfo): FoundKind | undefined {
  if (!info.isResource || info.group === "") return undefined;
  const found = registry.find(info.group, info.version, info.resource);
  return found?.resource.custom && !isOutOfScope(found.resource, info) ? found : undefined;
}

/** A request for namespaced custom resources without a namespace may only be a list or a watch. */
const isOutOfScope = ({ namespaced }: ResourceDefinition, { namespace, verb }: RequestInfo): boolean =>
  namespaced ? namespace === "" && verb !== "list" && verb !== "watch" : namespace !== "";
