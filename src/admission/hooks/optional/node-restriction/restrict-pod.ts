import { type KubeObject, type OwnerReference, specOf } from "../../../../api/meta.ts";
import { notFound } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { record, records, text } from "../../../../json/value.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";
import { apiReference } from "./api-reference.ts";

/** Allows only mirror pods of the node, the status of its pods, and evictions of them. */
export function restrictPod(context: PluginContext, node: string): PluginResult {
  const { subresource } = context.attributes;
  if (subresource === "") return restrictItself(context, node);
  if (subresource === "status") return restrictStatus(context, node);
  if (subresource === "eviction") return restrictEviction(context, node);
  return forbid(
    context,
    `unexpected pod subresource ${quote(subresource)}, only 'status' and 'eviction' are allowed`,
  );
}

function restrictItself(context: PluginContext, node: string): PluginResult {
  const { operation, name } = context.attributes;
  if (operation === "CREATE") return restrictNew(context, node);
  if (operation === "DELETE")
    return onNode(
      context,
      name,
      node,
      `node ${quote(node)} can only delete pods with spec.nodeName set to itself`,
    );
  return forbid(
    context,
    `unexpected operation ${quote(operation)}, node ${quote(node)} can only create and delete mirror pods`,
  );
}

/** Refuses requests for a pod of another node. */
function onNode(context: PluginContext, name: string, node: string, refusal: string): PluginResult {
  const pod = context.lookup.get("", "pods", context.attributes.namespace, name);
  if (pod === undefined) return notFound({ group: "", resource: "pod" }, name);
  return specOf(pod).nodeName === node ? undefined : forbid(context, refusal);
}

function restrictEviction(context: PluginContext, node: string): PluginResult {
  const { operation, name } = context.attributes;
  if (operation !== "CREATE") return forbid(context, `unexpected operation ${operation}`);
  const pod = name || (context.object?.metadata.name ?? "");
  if (pod === "") return forbid(context, "could not determine pod from request data");
  return onNode(context, pod, node, `node ${node} can only evict pods with spec.nodeName set to itself`);
}

function restrictStatus(context: PluginContext, node: string): PluginResult {
  const { operation, oldObject } = context.attributes;
  if (operation !== "UPDATE") return forbid(context, `unexpected operation ${quote(operation)}`);
  const refuse = (what: string) => forbid(context, `node ${quote(node)} ${what}`);
  if (specOf(oldObject).nodeName !== node)
    return refuse("can only update pod status for pods with spec.nodeName set to itself");
  const { object } = context;
  if (!deepEqual(object?.metadata.labels ?? {}, oldObject?.metadata.labels ?? {}))
    return refuse("cannot update labels through pod status");
  const [now, before] = [record(object?.status), record(oldObject?.status)];
  if (!deepEqual(claimsIn(object), claimsIn(oldObject)))
    return refuse("cannot update resource claim statues");
  if (!deepEqual(now.extendedResourceClaimStatus, before.extendedResourceClaimStatus))
    return refuse("cannot update extended resource claim status");
  return undefined;
}

const claimsIn = (pod: KubeObject | null): unknown =>
  records(record(pod?.status).resourceClaimStatuses).map(({ name, resourceClaimName }) => [
    name,
    resourceClaimName ?? null,
  ]);

const MIRROR_POD = "kubernetes.io/config.mirror";

function restrictNew(context: PluginContext, node: string): PluginResult {
  const { object: pod } = context;
  if (pod === null) return undefined;
  const who = `node ${quote(node)}`;
  if (pod.metadata.annotations?.[MIRROR_POD] === undefined)
    return forbid(
      context,
      `pod does not have ${quote(MIRROR_POD)} annotation, ${who} can only create mirror pods`,
    );
  if (text(specOf(pod).nodeName) !== node)
    return forbid(context, `${who} can only create pods with spec.nodeName set to itself`);
  const problem = ownerProblem(pod.metadata.ownerReferences ?? [], node);
  if (problem !== undefined) return forbid(context, problem);
  return wrongNode(context, pod, node) ?? referring(context, pod, who);
}

/** Returns the error if the Node is not the only owner of a mirror pod. */
function ownerProblem(owners: readonly OwnerReference[], node: string): string | undefined {
  const who = `node ${quote(node)}`;
  const [owner, ...others] = owners;
  if (others.length > 0) return `${who} can only create pods with a single owner reference set to itself`;
  if (owner === undefined || owner.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node)
    return `${who} can only create pods with an owner reference set to itself`;
  if (owner.controller !== true)
    return `${who} can only create pods with a controller owner reference set to itself`;
  return owner.blockOwnerDeletion === true
    ? `${who} must not set blockOwnerDeletion on an owner reference`
    : undefined;
}

/** Refuses an owner with another UID than the current Node. */
function wrongNode(context: PluginContext, pod: KubeObject, node: string): PluginResult {
  const stored = context.lookup.get("", "nodes", "", node);
  if (stored === undefined) return notFound({ group: "", resource: "node" }, node);
  const uid = pod.metadata.ownerReferences?.[0]?.uid ?? "";
  return uid === stored.metadata.uid
    ? undefined
    : forbid(context, `node ${node} UID mismatch: expected ${uid} got ${stored.metadata.uid}`);
}

/** Refuses a mirror pod that refers to API objects, because the node could then read them. */
function referring(context: PluginContext, pod: KubeObject, who: string): PluginResult {
  const found = apiReference(specOf(pod));
  if (found === undefined) return undefined;
  return "problem" in found
    ? forbid(context, `error checking mirror pod for API references: ${found.problem}`)
    : forbid(context, `${who} can not create pods that reference ${found.what}`);
}
