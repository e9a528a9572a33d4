import type { KubeObject, OwnerReference } from "../../api/meta.ts";
import type { Kind } from "./kinds.ts";

/** The owner that manages an object; at most one does. */
export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

/** As metav1.NewControllerRef has it. */
export const controllerRef = (kind: Kind<KubeObject>, { metadata }: KubeObject): OwnerReference => ({
  apiVersion: kind.apiVersion,
  kind: kind.kind,
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  controller: true,
  blockOwnerDeletion: true,
});
