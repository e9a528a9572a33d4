import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import { kubeObject } from "../../../api/object/kube-object.ts";
import type { ControllerContext } from "../../base/controller.ts";
import { FOREGROUND } from "./graph.ts";

/** The owners of an object, by their state. */
export interface Owners {
  /** Owners that exist, or whose existence is unknown. Each of them keeps the object. */
  readonly solid: readonly OwnerReference[];
  /** Owners that no longer exist. */
  readonly dangling: readonly OwnerReference[];
  /** Owners that are being deleted and wait until their dependents are gone. */
  readonly waiting: readonly OwnerReference[];
}

/** Sorts the owners of an object by their state. It reads each of them from the API server. */
export async function classifyOwners(context: ControllerContext, object: KubeObject): Promise<Owners> {
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
