import type { FoundKind } from "./registry.ts";
import type { SubresourceDefinition } from "./resource-definition.ts";

/**
 * Returns the subresources that this version of a resource has: the versions of a custom resource may have
 * different ones.
 */
export function subresourcesIn({ resource, kind }: FoundKind): readonly SubresourceDefinition[] {
  const { registrations } = resource;
  const all = [...resource.subresources.values()];
  if (registrations === undefined) return all;
  return all.filter((sub) =>
    registrations.some((r) => r.subresource === sub.name && r.resource.version === kind.version),
  );
}
