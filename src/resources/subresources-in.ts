import type { FoundKind } from "./registry.ts";
import type { SubresourceDefinition } from "./resource-definition.ts";

/** The subresources of a resource that this version has: those of a custom resource may differ from version to version. */
export function subresourcesIn({ resource, kind }: FoundKind): readonly SubresourceDefinition[] {
  const { registrations } = resource;
  const all = [...resource.subresources.values()];
  if (registrations === undefined) return all;
  return all.filter((sub) =>
    registrations.some((r) => r.subresource === sub.name && r.resource.version === kind.version),
  );
}
