import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { KindDefinition } from "../kind.ts";
import type { ResourceDefinition, SubresourceDefinition, Verb } from "../resource-definition.ts";
import type { Strategy } from "../strategy.ts";
import { BuiltinKind } from "./builtin-kind.ts";
import { pluralOf } from "./plural-of.ts";
import type { ResourceFacts, VersionFacts } from "./resource-facts.ts";
import { strategy } from "./strategy.ts";

const ALL_VERBS: readonly Verb[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** Defines a built-in resource from one literal, which states all that is specific to the resource. */
export function defineResource(facts: ResourceFacts): ResourceDefinition {
  const { group, kind, plural = pluralOf(kind) } = facts;
  const [preferred] = facts.versions;
  const hub = facts.hub ?? new BuiltinKind(facts, preferred);
  const own = strategy({ kubeFinalizers: true, ...facts.strategy });
  return {
    group,
    key: `${group}/${plural}`,
    plural,
    namespaced: facts.scope === "Namespaced",
    storagePrefix: facts.storagePrefix ?? plural,
    hub,
    versions: facts.versions.map((version) => kindOf(facts, version, hub)),
    strategy: own,
    subresources: subresourcesOf(facts, own),
    verbs: facts.verbs ?? ALL_VERBS,
    custom: false,
    ...(facts.missingAs === undefined ? {} : { missingAs: facts.missingAs }),
    ...(facts.storedVersion === undefined
      ? {}
      : { storedVersion: facts.storedVersion, fromStore: inVersionOf(hub) }),
    ...(own.completeStored === undefined ? {} : { fromStore: own.completeStored }),
    ...(facts.whenChanged === undefined ? {} : { whenChanged: (changed) => redefined(facts, changed) }),
  };
}

/** Defines a resource whose objects can be created, but are never stored, such as a TokenReview. */
export const createOnly = (
  group: string,
  kind: string,
  scope: ResourceFacts["scope"] = "Cluster",
): ResourceDefinition =>
  defineResource({
    ...{ group, kind, scope, verbs: ["create"], versions: [{ version: "v1" }], columns: [] },
    strategy: { kubeFinalizers: false },
  });

function redefined(facts: ResourceFacts, changed: ReadonlySet<string>): ResourceDefinition | undefined {
  const { whenChanged, ...rest } = facts;
  const different = whenChanged?.(changed);
  return different && defineResource({ ...rest, ...different });
}

/** Sets the apiVersion of objects that the reference stored in an earlier version with the same fields. */
const inVersionOf = (hub: KindDefinition): ((object: KubeObject) => KubeObject) => {
  const apiVersion = formatGroupVersion(hub);
  return (object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion });
};

function kindOf(facts: ResourceFacts, version: VersionFacts, hub: KindDefinition): KindDefinition {
  const isHub = hub.group === facts.group && hub.version === version.version;
  return isHub ? hub : new BuiltinKind(facts, version, hub);
}

function subresourcesOf(
  { subresources = [] }: ResourceFacts,
  { kubeFinalizers = true, errorReports }: Partial<Strategy>,
): ReadonlyMap<string, SubresourceDefinition> {
  return new Map(
    subresources.map((sub) => [
      sub.name,
      sub.strategy === undefined
        ? sub
        : { ...sub, strategy: { kubeFinalizers, errorReports, ...sub.strategy } },
    ]),
  );
}
