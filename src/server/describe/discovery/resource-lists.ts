import { createHash } from "node:crypto";
import { formatGroupVersion, type GroupVersionKind } from "../../../api/group-version.ts";
import type { Json, JsonObject } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import type {
  ResourceDefinition,
  SubresourceDefinition,
  Verb,
} from "../../../resources/resource-definition.ts";
import { subresourcesIn } from "../../../resources/subresources-in.ts";
import type { Discovery, ListedGroup, ListedVersion } from "./listed-groups.ts";

/**
 * Legacy discovery (apiserver/pkg/endpoints/discovery/version.go, NewAPIVersionHandler): APIResourceList of one
 * group version; undefined when it is not served.
 */
export function resourceList(discovery: Discovery, group: string, version: string): JsonObject | undefined {
  const found = discovery
    .registry()
    .group(group)
    ?.versions.find((v) => v.version === version);
  if (found === undefined) return undefined;
  return {
    kind: "APIResourceList",
    ...(group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: formatGroupVersion({ group, version }),
    resources: found.resources.flatMap((kind) => legacyResources(discovery, kind)),
  };
}

function legacyResources(discovery: Discovery, found: FoundKind): Json[] {
  const { resource, kind } = found;
  const own: JsonObject = {
    name: kind.plural,
    singularName: kind.singular,
    namespaced: resource.namespaced,
    kind: kind.kind,
    verbs: [...servedVerbs(discovery, resource)],
    ...namesOf(kind),
    ...(isStored(resource) ? { storageVersionHash: storageVersionHash(resource) } : {}),
  };
  return [own, ...subresourcesIn(found).map((s) => legacySubresource(resource, kind, s))];
}

function legacySubresource(
  { namespaced }: ResourceDefinition,
  kind: KindDefinition,
  sub: SubresourceDefinition,
): JsonObject {
  const other = isElsewhere(kind, sub.kind) ? sub.kind : undefined;
  return {
    name: `${kind.plural}/${sub.name}`,
    singularName: "",
    namespaced,
    ...(other === undefined ? {} : { group: other.group, version: other.version }),
    kind: sub.kind?.kind ?? kind.kind,
    verbs: [...sub.verbs],
  };
}

/**
 * True if objects of the resource are stored. Component statuses are not; for custom resources the stored
 * version has to be served.
 */
const isStored = ({ verbs, custom, versions, hub }: ResourceDefinition): boolean =>
  verbs.includes("watch") && (!custom || versions.includes(hub));

/** Returns the storage version hash: eight bytes of a hash over group, version and kind of the stored form. */
function storageVersionHash({ hub, storedVersion: version = hub.version }: ResourceDefinition): string {
  const text = `${hub.group}/${version}/${hub.kind}`;
  return createHash("sha256").update(text).digest().subarray(0, 8).toString("base64");
}

/** Builds the document of `/apis`. */
export const groupList = (groups: readonly ListedGroup[]): JsonObject => ({
  kind: "APIGroupList",
  apiVersion: "v1",
  groups: groups.map((group): Json => groupOf(group)),
});

/** Builds the document of `/apis/{group}`, which is also an item of `/apis`. */
export function groupOf(group: ListedGroup): JsonObject {
  const versions = group.versions.map(({ version }) => ({
    groupVersion: formatGroupVersion({ group: group.name, version }),
    version,
  }));
  return { name: group.name, versions, preferredVersion: versions[0] ?? null };
}

/** Builds the aggregated discovery (A.2). */
export function aggregated(discovery: Discovery, groups: readonly ListedGroup[]): JsonObject {
  return {
    metadata: {},
    items: groups.map((group) => ({
      metadata: group.name === "" ? {} : { name: group.name },
      versions: group.versions.map((version) => aggregatedVersion(discovery, version)),
    })),
  };
}

/** Builds one version. Resources of another server are those of its last discovery. */
function aggregatedVersion(discovery: Discovery, { version, resources, remote }: ListedVersion): JsonObject {
  if (resources === undefined && remote === undefined) return { version, freshness: "Stale" };
  const shown = remote ?? resources?.map((found) => aggregatedResource(discovery, found)) ?? [];
  const isEmpty = remote !== undefined && remote.length === 0;
  return { version, ...(isEmpty ? {} : { resources: [...shown] }), freshness: "Current" };
}

function aggregatedResource(discovery: Discovery, found: FoundKind): JsonObject {
  const { resource, kind } = found;
  const subresources = subresourcesIn(found).map(
    (sub): Json => ({
      subresource: sub.name,
      responseKind: responseKind(resource, kind, sub.kind),
      verbs: [...sub.verbs],
    }),
  );
  return {
    resource: kind.plural,
    responseKind: responseKind(resource, kind, undefined),
    scope: resource.namespaced ? "Namespaced" : "Cluster",
    singularResource: kind.singular,
    verbs: [...servedVerbs(discovery, resource)],
    ...namesOf(kind),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

const namesOf = ({ shortNames, categories }: KindDefinition): JsonObject => ({
  ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
  ...(categories.length === 0 ? {} : { categories: [...categories] }),
});

/** Returns the response kind. Built-in resources omit their own group and version. */
function responseKind(
  { custom }: ResourceDefinition,
  own: KindDefinition,
  other: GroupVersionKind | undefined,
): JsonObject {
  const { group, version, kind } = other ?? own;
  const named = custom || isElsewhere(own, other);
  return { group: named ? group : "", version: named ? version : "", kind };
}

const isElsewhere = (own: KindDefinition, other: GroupVersionKind | undefined): boolean =>
  other !== undefined && formatGroupVersion(other) !== formatGroupVersion(own);

/** Returns the verbs of a resource: objects of a terminating definition can only be read and deleted. */
const servedVerbs = ({ views }: Discovery, resource: ResourceDefinition): readonly Verb[] =>
  resource.custom && views.isTerminating(resource)
    ? resource.verbs.filter((verb) => verb !== "create" && verb !== "update" && verb !== "patch")
    : resource.verbs;
