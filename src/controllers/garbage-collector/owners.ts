import type { KubeObject, OwnerReference } from "../../api/meta.ts";
import type { ControllerContext } from "../controller.ts";
import { FOREGROUND } from "./graph.ts";

/** An object's owners, by what has become of them. */
export interface Owners {
  /** There, or nobody can tell: reason enough to stay. */
  readonly solid: readonly OwnerReference[];
  /** Gone. */
  readonly dangling: readonly OwnerReference[];
  /** Being deleted, and waiting until what they own is gone. */
  readonly waiting: readonly OwnerReference[];
}

export async function classifyOwners(context: ControllerContext, object: KubeObject): Promise<Owners> {
  const owners = { solid: [], dangling: [], waiting: [] } as Record<keyof Owners, OwnerReference[]>;
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
  // What lies in no namespace cannot belong to what lies in one: such a reference is no reason for anything.
  if (place === undefined || (place.namespaced && namespace === "")) return "solid";
  const { status, body } = await api.get(place.path);
  if (status === 404) return "dangling";
  if (status !== 200) return "solid";
  const owner = (body as KubeObject).metadata;
  if (owner.uid !== uid) return "dangling";
  const waits = owner.deletionTimestamp !== undefined && (owner.finalizers ?? []).includes(FOREGROUND);
  return waits ? "waiting" : "solid";
}
