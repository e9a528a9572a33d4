import { apiRoot } from "../../api/group-version.ts";
import type { FoundKind } from "../../resources/registry.ts";

/** The parts of a URL that identify an object. */
export interface NamedInUrl {
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

/**
 * Returns the paths of an object's collection, and of the object or its subresource, in the version of its
 * kind.
 */
export function requestPaths(
  { namespace, name, subresource }: NamedInUrl,
  { kind, resource }: FoundKind,
): { readonly collection: string; readonly item: string } {
  const isIn = namespace !== "" && resource.namespaced;
  const collection = `${apiRoot(kind)}${isIn ? `/namespaces/${encodeURIComponent(namespace)}` : ""}/${kind.plural}`;
  const item = `${collection}/${encodeURIComponent(name)}${subresource === "" ? "" : `/${subresource}`}`;
  return { collection, item };
}
