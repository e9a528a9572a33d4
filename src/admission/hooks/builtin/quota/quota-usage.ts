import type { GroupResource } from "../../../../api/group-version.ts";
import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { type JsonObject, record, records } from "../../../../json/value.ts";
import type { Lookup } from "../../../ports.ts";
import { CLAIMS } from "./quota-claims.ts";
import { DEVICE_CLAIMS, extendedDeviceClaims } from "./quota-devices.ts";
import { number, ONE, type QuotaEvaluator } from "./quota-evaluator.ts";
import { PODS } from "./quota-pods.ts";

/** Resources that are also counted under a name without prefix. */
const LEGACY: ReadonlySet<string> = new Set([
  "configmaps",
  "resourcequotas",
  "replicationcontrollers",
  "secrets",
]);

const countName = (group: string, plural: string): string =>
  `count/${plural}${group === "" ? "" : `.${group}`}`;

/** True if an object is in all the scopes of a quota. */
export function scopesHold(evaluator: QuotaEvaluator, quota: KubeObject, object: KubeObject): boolean {
  return scopesOf(quota).every((scope) => evaluator.inScope?.(scope, object) ?? false);
}

/** Scopes of a quota as requirements; a name in `scopes` counts as `Exists`. */
export function scopesOf(quota: KubeObject): readonly JsonObject[] {
  const { scopes, scopeSelector } = specOf(quota);
  return [
    ...(Array.isArray(scopes) ? scopes : []).map((scopeName) => ({ scopeName, operator: "Exists" })),
    ...records(record(scopeSelector).matchExpressions),
  ];
}

/** Returns the evaluator for the objects of a resource in a namespace. */
export function evaluatorFor(
  lookup: Lookup,
  namespace: string,
  { group, resource }: GroupResource,
): QuotaEvaluator {
  if (group === "" && resource === "pods") return PODS;
  if (group === "" && resource === "persistentvolumeclaims") return CLAIMS;
  if (group === "" && resource === "services") return SERVICES;
  if (group === "resource.k8s.io" && resource === "resourceclaims")
    return lookup.isOn?.("DRAExtendedResource") === true
      ? extendedDeviceClaims(lookup, namespace)
      : DEVICE_CLAIMS;
  const names = [countName(group, resource), ...(group === "" && LEGACY.has(resource) ? [resource] : [])];
  return {
    handles: ({ operation, subresource }) => subresource === "" && operation === "CREATE",
    counts: (name) => names.includes(name),
    usage: () => new Map(names.map((name) => [name, ONE])),
  };
}

const SERVICE_NAMES: ReadonlySet<string> = new Set([
  "count/services",
  "services",
  "services.loadbalancers",
  "services.nodeports",
]);

const SERVICES: QuotaEvaluator = {
  handles: ({ operation, subresource }) =>
    subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => SERVICE_NAMES.has(name),
  usage: (service) => {
    const spec = specOf(service);
    const balanced = spec.type === "LoadBalancer";
    return new Map([
      ["count/services", ONE],
      ["services", ONE],
      ["services.loadbalancers", number(balanced ? 1 : 0)],
      ["services.nodeports", number(nodePorts(spec))],
    ]);
  },
};

function nodePorts({ type, ports, allocateLoadBalancerNodePorts }: JsonObject): number {
  const all = records(ports);
  if (type === "NodePort") return all.length;
  if (type !== "LoadBalancer") return 0;
  return allocateLoadBalancerNodePorts === false
    ? all.filter(({ nodePort }) => !!nodePort).length
    : all.length;
}
