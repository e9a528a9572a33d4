import type { KindDefinition, ResourceDefinition, SubresourceDefinition, Verb } from "../kind.ts";
import { builtinKind } from "./builtin-kind.ts";
import { BUILTIN_GROUPS, type GroupFacts, type ResourceFacts } from "./kinds.ts";
import { type StrategyTable, strategyOf, subresourceStrategyOf } from "./strategies.ts";

export interface BuiltinOptions {
  /** Serve the webhook configurations of admissionregistration.k8s.io in v1beta1 as well. */
  readonly v1beta1Registration: boolean;
  /** Take the place of the house's own strategies, by `group/plural` or `group/plural/subresource`. */
  readonly strategies?: StrategyTable;
}

/** Every built-in resource, in the order of registration: groups as discovery has them, resources by name. */
export function builtinResources(options: BuiltinOptions): readonly ResourceDefinition[] {
  const made = new Map<string, ResourceDefinition>();
  for (const group of BUILTIN_GROUPS) {
    for (const facts of group.resources) {
      made.set(`${group.group}/${facts.plural}`, makeResource(group, facts, options, made));
    }
  }
  return [...made.values()];
}

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

function makeResource(
  group: GroupFacts,
  facts: ResourceFacts,
  options: BuiltinOptions,
  made: ReadonlyMap<string, ResourceDefinition>,
): ResourceDefinition {
  const name = `${group.group}/${facts.plural}`;
  const hub = hubOf(group, facts, made);
  const subresources = (facts.subresources ?? []).map((sub): [string, SubresourceDefinition] => {
    const own =
      sub.style === "update" ? subresourceStrategyOf(name, sub.name, options.strategies) : undefined;
    return [sub.name, { ...sub, ...(own === undefined ? {} : { strategy: own }) }];
  });
  const strategy = strategyOf(name, statusType(group, facts), options.strategies);
  return {
    group: group.group,
    plural: facts.plural,
    namespaced: facts.namespaced,
    storagePrefix: facts.storagePrefix ?? facts.plural,
    hub,
    versions: versionsOf(group, facts, hub, options),
    strategy,
    subresources: new Map(subresources),
    verbs: facts.verbs ?? ALL_VERBS,
    custom: false,
    ...(facts.missingAs === undefined ? {} : { missingAs: facts.missingAs }),
    ...(strategy.completeStored === undefined ? {} : { fromStore: strategy.completeStored }),
  };
}

/** The type of a kind that has a status endpoint. */
function statusType(group: GroupFacts, facts: ResourceFacts): string | undefined {
  if (!facts.subresources?.some((subresource) => subresource.name === "status")) return undefined;
  return `${group.table}/${group.versions[0]}.${facts.kind}`;
}

/** Events of events.k8s.io are kept as core events; every other kind is kept in its preferred version. */
function hubOf(
  group: GroupFacts,
  facts: ResourceFacts,
  made: ReadonlyMap<string, ResourceDefinition>,
): KindDefinition {
  const core = group.group === "events.k8s.io" ? made.get(`/${facts.plural}`) : undefined;
  if (core !== undefined) return core.hub;
  const version = group.versions[0] ?? "v1";
  return builtinKind(facts, { group: group.group, version, table: `${group.table}/${version}` });
}

function versionsOf(
  group: GroupFacts,
  facts: ResourceFacts,
  hub: KindDefinition,
  options: BuiltinOptions,
): readonly KindDefinition[] {
  const served = group.versions.map((version) => {
    if (hub.group === group.group && hub.version === version) return hub;
    const shownAs = hub.group === group.group ? {} : { shownAs: hub.group };
    return builtinKind(facts, {
      group: group.group,
      version,
      table: `${group.table}/${version}`,
      hub,
      ...shownAs,
    });
  });
  if (!options.v1beta1Registration || !isWebhookConfiguration(facts)) return served;
  return [...served, v1beta1Configuration(group, facts, hub)];
}

const isWebhookConfiguration = (facts: ResourceFacts): boolean => facts.kind.endsWith("WebhookConfiguration");

/** Gone from the reference since 1.22; the warning is the one that it gave. */
function v1beta1Configuration(group: GroupFacts, facts: ResourceFacts, hub: KindDefinition): KindDefinition {
  const name = `${group.group}/v1 ${facts.kind}`;
  return builtinKind(facts, {
    group: group.group,
    version: "v1beta1",
    table: `${group.table}/v1beta1`,
    hub,
    deprecated: `${group.group}/v1beta1 ${facts.kind} is deprecated in v1.16+, unavailable in v1.22+; use ${name}`,
  });
}
