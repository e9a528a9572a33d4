import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import type { Kind } from "../kinds.ts";

/** Returns the owner that manages an object; an object has at most one. */
export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

/** Returns the reference that metav1.NewControllerRef creates. */
export const controllerRef = (kind: Kind<KubeObject>, { metadata }: KubeObject): OwnerReference => ({
  apiVersion: kind.apiVersion,
  kind: kind.kind,
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  controller: true,
  blockOwnerDeletion: true,
});
