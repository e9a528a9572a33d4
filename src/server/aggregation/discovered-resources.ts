import { addTo } from "../../async/groups.ts";
import { goTexts, isJsonObject, type Json, type JsonObject, records, text } from "../../json/value.ts";

/** Resources of a group and version in the form of aggregated discovery. */
export type DiscoveredResources = readonly JsonObject[];

/** Returns the resources by `group/version` from an APIGroupDiscoveryList of another server. */
export function fromAggregated(list: JsonObject): ReadonlyMap<string, DiscoveredResources> {
  const found = new Map<string, DiscoveredResources>();
  for (const group of records(list.items))
    for (const version of records(group.versions)) {
      const { name } = isJsonObject(group.metadata) ? group.metadata : {};
      found.set(`${text(name)}/${text(version.version)}`, records(version.resources).map(resourceOf));
    }
  return found;
}

function resourceOf(given: JsonObject): JsonObject {
  const subresources = records(given.subresources).map(({ subresource, responseKind, verbs }) => ({
    subresource: text(subresource),
    responseKind: kindOf(responseKind),
    verbs: goTexts(verbs),
  }));
  return {
    resource: text(given.resource),
    responseKind: kindOf(given.responseKind),
    scope: text(given.scope),
    singularResource: text(given.singularResource),
    verbs: goTexts(given.verbs),
    ...namesOf(given),
    ...(subresources.length > 0 && { subresources }),
  };
}

/**
 * Returns the resources of an APIResourceList (apiserver/pkg/endpoints/installer.go,
 * ConvertGroupVersionIntoToDiscovery).
 */
export function fromResourceList(list: JsonObject): DiscoveredResources {
  const all = records(list.resources).map((given) => ({ given, path: text(given.name).split("/", 2) }));
  const found = new Map<string, JsonObject>();
  for (const { given, path } of all) if (path.length === 1) found.set(path[0]!, legacyResource(given));
  const below = new Map<string, JsonObject[]>();
  for (const { given, path } of all) {
    const [parent = "", subresource] = path;
    if (subresource === undefined) continue;
    if (!found.has(parent)) found.set(parent, parentOf(parent, given));
    addTo(below, parent, legacySubresource(subresource, given));
  }
  return [...found].map(([name, resource]) => {
    const subresources = below.get(name);
    return subresources === undefined ? resource : { ...resource, subresources };
  });
}

const legacySubresource = (subresource: string, given: JsonObject): JsonObject => ({
  subresource,
  responseKind: kindOf(text(given.kind) === "" ? undefined : given),
  verbs: goTexts(given.verbs),
});

const legacyResource = (given: JsonObject): JsonObject => ({
  resource: text(given.name),
  responseKind: kindOf(given),
  scope: scopeOf(given),
  singularResource: text(given.singularName),
  verbs: goTexts(given.verbs),
  ...namesOf(given),
});

const parentOf = (name: string, given: JsonObject): JsonObject => ({
  resource: name,
  responseKind: kindOf(undefined),
  scope: scopeOf(given),
  singularResource: "",
  verbs: null,
});

const scopeOf = ({ namespaced }: JsonObject): string => (namespaced === true ? "Namespaced" : "Cluster");

function namesOf({ shortNames, categories }: JsonObject): JsonObject {
  const [short, groups] = [goTexts(shortNames), goTexts(categories)];
  return { ...(short.length > 0 && { shortNames: short }), ...(groups.length > 0 && { categories: groups }) };
}

function kindOf(given: Json | undefined): JsonObject {
  const { group, version, kind } = isJsonObject(given) ? given : {};
  return { group: text(group), version: text(version), kind: text(kind) };
}
