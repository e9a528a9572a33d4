import type { Operation } from "../../admission/attributes.ts";
import type { WebhookHook } from "../../admission/hook.ts";
import { candidateOf } from "../../admission/match/candidates.ts";
import { isExempt } from "../../admission/match/exempt.ts";
import {
  formatGroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from "../../api/group-version.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { addTo } from "../../async/groups.ts";
import type { JsonObject } from "../../json/value.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { Registry } from "../../resources/registry.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import type { LintRequest } from "./lint-request.ts";
import { APPLIER } from "./lint-request.ts";

/** A kind of request to a resource: one version, one subresource, one operation. */
export interface Endpoint {
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly namespaced: boolean;
}

/**
 * Returns every endpoint that a rule of one of these webhooks matches, in the preferred version of each
 * resource. The endpoints of a group have the same webhooks and the same form, so that one represents all.
 */
export function endpointsOf(
  { registry, excludesVirtualResources }: Pick<Model, "registry" | "excludesVirtualResources">,
  hooks: readonly WebhookEntry[],
): Endpoint[][] {
  const numbered = hooks.map(({ hook }, index) => ({ ...hook, index }));
  const groups = new Map<string, Endpoint[]>();
  for (const one of [...registry.resources.flatMap(ofResource), ...ofUnknown(registry, hooks)]) {
    const asked = isExempt(one, excludesVirtualResources)
      ? []
      : numbered.filter((hook) => isAsked(hook, one, registry));
    if (asked.length === 0) continue;
    const { operation, namespaced, resource, subresource } = one;
    const isOwn = isNamespaces(one) || asked.some(({ conditions }) => conditions.length > 0);
    const own = isOwn ? `${resource.group}/${resource.resource}/${subresource}` : "";
    const key = [operation, namespaced, hasLabels(one), own, ...asked.map(({ index }) => index)].join();
    addTo(groups, key, one);
  }
  return [...groups.values()];
}

/**
 * True if the sent object has the labels: a Scale does not have those of the scaled resource, and a CONNECT
 * sends options.
 */
const hasLabels = ({ kind }: Endpoint): boolean => kind.kind !== "Scale" && !kind.kind.endsWith("Options");

/** True for namespaces, whose selectors match their own labels. */
export const isNamespaces = ({ resource }: Pick<Endpoint, "resource">): boolean =>
  resource.group === "" && resource.resource === "namespaces";

function isAsked(hook: WebhookHook, endpoint: Endpoint, registry: Registry): boolean {
  const { resource, subresource, operation, namespaced } = endpoint;
  const namespace = namespaced ? "any" : "";
  return candidateOf(hook, { resource, subresource, operation, namespace }, registry) !== undefined;
}

function ofResource(resource: ResourceDefinition): Endpoint[] {
  const kind = resource.versions[0];
  if (kind === undefined) return [];
  const own = operationsOf(resource).map((operation) => endpoint(resource, kind, "", operation));
  const below = [...resource.subresources.values()].flatMap(({ name, kind: sent = kind }) =>
    operationsOf(resource, name).map((operation) => ({
      ...endpoint(resource, kind, name, operation),
      kind: sent,
    })),
  );
  return [...own, ...below];
}

const STYLES: Readonly<Record<string, Operation | undefined>> = {
  update: "UPDATE",
  scale: "UPDATE",
  create: "CREATE",
  connect: "CONNECT",
};

/** Returns the operations with which a resource or subresource is requested; none if it is only read. */
export function operationsOf({ verbs, subresources }: ResourceDefinition, subresource = ""): Operation[] {
  const style = subresources.get(subresource)?.style;
  if (subresource !== "") return [STYLES[style ?? ""] ?? []].flat();
  return [
    ...(verbs.includes("create") ? (["CREATE"] as const) : []),
    ...(verbs.includes("update") || verbs.includes("patch") ? (["UPDATE"] as const) : []),
    ...(verbs.includes("delete") ? (["DELETE"] as const) : []),
  ];
}

const endpoint = (
  { namespaced }: ResourceDefinition,
  { group, version, plural, kind }: KindDefinition,
  subresource: string,
  operation: Operation,
): Endpoint => ({
  resource: { group, version, resource: plural },
  subresource,
  operation,
  kind: { group, version, kind },
  namespaced,
});

/**
 * Returns endpoints for resources that rules name and no manifest defines. They are assumed to be namespaced,
 * unless the scope is Cluster.
 */
function ofUnknown(registry: Registry, hooks: readonly WebhookEntry[]): Endpoint[] {
  const rules = hooks.flatMap(({ hook }) => hook.rules);
  const seen = new Set<string>();
  return rules.flatMap(({ apiGroups, apiVersions, resources, operations, scope }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((name) => {
        const [plural = "", subresource = ""] = name.split("/");
        const version = apiVersions.find((one) => one !== "*") ?? "v1";
        const isKnown =
          group === "*" || plural === "*" || subresource === "*" || registry.group(group) !== undefined;
        // Groups without a dot belong to Kubernetes: one that it does not have, such as `core`, does not
        // exist.
        if (isKnown || !group.includes(".")) return [];
        return operations
          .flatMap((one): Operation[] => (one === "*" ? ["CREATE", "UPDATE", "DELETE"] : [one as Operation]))
          .filter((operation) => isNew(seen, `${group}/${name}/${operation}`))
          .map((operation) => ({
            resource: { group, version, resource: plural },
            subresource,
            operation,
            kind: { group, version, kind: plural },
            namespaced: scope !== "Cluster",
          }));
      }),
    ),
  );
}

function isNew(seen: Set<string>, key: string): boolean {
  const size = seen.size;
  return seen.add(key).size > size;
}

/** Builds a request to an endpoint with an object that has only labels. */
export function requestTo(one: Endpoint, namespace: string, labels: Labels): LintRequest {
  const { resource, subresource, operation } = one;
  const name = isNamespaces(one) ? namespace : "any";
  const own = one.namespaced ? namespace : "";
  const object: JsonObject = {
    apiVersion: formatGroupVersion(one.kind),
    kind: one.kind.kind,
    metadata: {
      name,
      ...(own !== "" && { namespace: own }),
      ...(hasLabels(one) && { labels: { ...labels } }),
    },
  };
  return {
    operation,
    resource,
    subresource,
    namespace: own,
    name,
    user: APPLIER,
    object: operation === "DELETE" ? null : operation === "CONNECT" ? connectOptions(one) : object,
    oldObject: operation === "UPDATE" || operation === "DELETE" ? object : null,
  };
}

const connectOptions = ({ kind }: Endpoint): JsonObject => ({
  apiVersion: formatGroupVersion(kind),
  kind: kind.kind,
});
