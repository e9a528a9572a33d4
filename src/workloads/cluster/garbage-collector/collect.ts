import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import { kubeObject } from "../../../api/object/kube-object.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { ControllerContext } from "../../base/controller.ts";
import { type DependencyGraph, FOREGROUND, type GraphNode, ORPHAN } from "./graph.ts";

/**
 * Collects an object that may be garbage, or that waits for the collector. Returns true if no work is left
 * for now.
 */
export async function collect(
  context: ControllerContext,
  graph: DependencyGraph,
  uid: string,
  gone: (uid: string) => void,
): Promise<boolean> {
  const node = graph.get(uid);
  const place = node && context.host.pathOf(node.name);
  if (node === undefined || place === undefined) return true;
  const { status, body } = await context.api.get(place.path);
  const object = kubeObject(body);
  if (status === 404 || (status === 200 && object.metadata.uid !== uid)) {
    gone(uid);
    return true;
  }
  if (status !== 200) return false;
  const work: Work = { context, graph, node, object, path: place.path };
  if (object.metadata.deletionTimestamp !== undefined) return finishDeletion(work);
  return deleteUnowned(work);
}

interface Work {
  readonly context: ControllerContext;
  readonly graph: DependencyGraph;
  readonly node: GraphNode;
  /** The object as it is stored now. */
  readonly object: KubeObject;
  readonly path: string;
}

async function finishDeletion(work: Work): Promise<boolean> {
  const { finalizers = [] } = work.object.metadata;
  if (finalizers.includes(ORPHAN)) return (await letGo(work)) && dropFinalizer(work, ORPHAN);
  if (!finalizers.includes(FOREGROUND)) return true;
  const blocking = work.graph
    .dependentsOf(work.node.uid)
    .filter(({ owners }) => owners.some((o) => o.uid === work.node.uid && o.blockOwnerDeletion === true));
  // The dependents are in the queue since this deletion began. The deletion of each one adds the owner to the
  // queue again.
  return blocking.length > 0 || dropFinalizer(work, FOREGROUND);
}

async function letGo(work: Work): Promise<boolean> {
  const done = await Promise.all(
    work.graph.dependentsOf(work.node.uid).map((dependent) => removeOwner(work, dependent)),
  );
  return done.every(Boolean);
}

async function removeOwner({ context, node }: Work, dependent: GraphNode): Promise<boolean> {
  const place = context.host.pathOf(dependent.name);
  if (place === undefined) return true;
  const { status, body } = await context.api.get(place.path);
  const { metadata } = kubeObject(body);
  if (status === 404 || metadata.uid !== dependent.uid) return true;
  const { ownerReferences = [], resourceVersion = "" } = metadata;
  const kept = ownerReferences.filter(({ uid }) => uid !== node.uid);
  return (
    kept.length === ownerReferences.length || patch(context, place.path, ownerPatch(kept, resourceVersion))
  );
}

const ownerPatch = (kept: readonly OwnerReference[], resourceVersion: string): JsonObject => ({
  metadata: { ownerReferences: kept.length === 0 ? null : [...kept], resourceVersion },
});

async function patch({ api }: ControllerContext, path: string, body: JsonObject): Promise<boolean> {
  const { status } = await api.patch("merge", path, body);
  return status === 200 || status === 404;
}

function dropFinalizer({ context, path, object }: Work, finalizer: string): Promise<boolean> {
  const { finalizers = [], resourceVersion = "" } = object.metadata;
  const kept = finalizers.filter((name) => name !== finalizer);
  return patch(context, path, { metadata: { finalizers: kept.length === 0 ? null : kept, resourceVersion } });
}

async function deleteUnowned(work: Work): Promise<boolean> {
  const { context, object, path, graph, node } = work;
  const { ownerReferences = [], resourceVersion = "" } = object.metadata;
  if (ownerReferences.length === 0) return true;
  const { solid, dangling, waiting } = await classifyOwners(context, object);
  if (solid.length > 0) {
    if (dangling.length + waiting.length === 0) return true;
    return patch(context, path, ownerPatch(solid, resourceVersion));
  }
  const dependents = graph.dependentsOf(node.uid);
  if (waiting.length === 0 || dependents.length === 0) return remove(work, policyOf(object));
  // Two objects that wait for each other would never be deleted.
  if (dependents.some(({ foreground }) => foreground) && ownerReferences.some((o) => o.blockOwnerDeletion)) {
    const unblocked = ownerReferences.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
    await patch(context, path, ownerPatch(unblocked, resourceVersion));
  }
  return remove(work, "Foreground");
}

function policyOf({ metadata: { finalizers = [] } }: KubeObject): string {
  if (finalizers.includes(ORPHAN)) return "Orphan";
  return finalizers.includes(FOREGROUND) ? "Foreground" : "Background";
}

/** Deletes the object only in the version that was read: if it got another owner since, it stays. */
async function remove({ context, object, path }: Work, propagationPolicy: string): Promise<boolean> {
  const { uid = "", resourceVersion = "" } = object.metadata;
  const preconditions = propagationPolicy === "Foreground" ? { uid } : { uid, resourceVersion };
  const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy, preconditions };
  const { status } = await context.api.send("DELETE", path, body);
  return status === 200 || status === 202 || status === 404;
}

/** The owners of an object, by their state. */
interface Owners {
  /** Owners that exist, or whose existence is unknown. Each of them keeps the object. */
  readonly solid: readonly OwnerReference[];
  /** Owners that no longer exist. */
  readonly dangling: readonly OwnerReference[];
  /** Owners that are being deleted and wait until their dependents are gone. */
  readonly waiting: readonly OwnerReference[];
}

/** Sorts the owners of an object by their state. It reads each of them from the API server. */
async function classifyOwners(context: ControllerContext, object: KubeObject): Promise<Owners> {
  const owners: Record<keyof Owners, OwnerReference[]> = { solid: [], dangling: [], waiting: [] };
  for (const reference of object.metadata.ownerReferences ?? [])
    owners[await stateOf(context, object, reference)].push(reference);
  return owners;
}

async function stateOf(
  { api, host }: ControllerContext,
  object: KubeObject,
  { apiVersion, kind, name, uid }: OwnerReference,
): Promise<keyof Owners> {
  const { namespace = "" } = object.metadata;
  const place = host.pathOf({ apiVersion, kind, namespace, name });
  // A namespaced object cannot own a cluster-scoped one. Such a reference does not lead to a deletion.
  if (place === undefined || (place.namespaced && namespace === "")) return "solid";
  const { status, body } = await api.get(place.path);
  if (status === 404) return "dangling";
  if (status !== 200) return "solid";
  const owner = kubeObject(body).metadata;
  if (owner.uid !== uid) return "dangling";
  const waits = owner.deletionTimestamp !== undefined && (owner.finalizers ?? []).includes(FOREGROUND);
  return waits ? "waiting" : "solid";
}
