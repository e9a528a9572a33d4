import type { Operation } from "../../admission/attributes.ts";
import type { Rule as MatchRule } from "../../admission/rule.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../api/group-version.ts";
import type { Registry } from "../../resources/registry.ts";

/** A kind of request that the rules of a hook name without wildcards. */
export interface Target {
  readonly operation: Operation;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  /** The kind of `object`. */
  readonly kind: GroupVersionKind;
  readonly namespaced: boolean;
}

const OPERATIONS: readonly Operation[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/** Targets of rules, and whether these are all requests that the rules match. */
export interface Targets {
  readonly named: readonly Target[];
  readonly complete: boolean;
}

/** Returns the requests that rules match, as far as the registry knows their kinds. */
export function targetsOf(rules: readonly MatchRule[], registry: Registry): Targets {
  let complete = rules.length > 0;
  const named: Target[] = [];
  for (const { apiGroups, apiVersions, resources, operations } of rules)
    for (const group of apiGroups)
      for (const name of resources) {
        const [plural = "", subresource = ""] = name.split("/");
        const versions = apiVersions.includes("*") ? servedVersions(group, plural, registry) : apiVersions;
        const found = versions.flatMap(
          (version) => targetFor({ group, version, resource: plural }, subresource, registry) ?? [],
        );
        if (found.length === 0) complete = false;
        const all = operations.includes("*") ? OPERATIONS : (operations as readonly Operation[]);
        for (const operation of all.filter((one) => (one === "CONNECT") === isConnected(subresource)))
          named.push(...found.map((one) => ({ ...one, operation })));
      }
  return { named, complete };
}

const CONNECTED: ReadonlySet<string> = new Set(["exec", "attach", "portforward", "proxy"]);
const isConnected = (subresource: string): boolean => CONNECTED.has(subresource);

const servedVersions = (group: string, plural: string, registry: Registry): readonly string[] =>
  (registry.group(group)?.versions ?? [])
    .filter(({ resources }) => resources.some(({ kind }) => kind.plural === plural))
    .map(({ version }) => version);

function targetFor(
  resource: GroupVersionResource,
  subresource: string,
  registry: Registry,
): Omit<Target, "operation"> | undefined {
  const kind = registry.kindFor(resource, subresource);
  const owner = registry.resources.find(
    ({ group, plural }) => group === resource.group && plural === resource.resource,
  );
  if (kind === undefined || owner === undefined) return undefined;
  return { resource, subresource, kind, namespaced: owner.namespaced };
}
