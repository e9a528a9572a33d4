import type { BuiltinPlugin } from "../../hook.ts";
import { withMetadata } from "./fields.ts";

const FINALIZERS: Readonly<Record<string, string>> = {
  "/persistentvolumes": "kubernetes.io/pv-protection",
  "/persistentvolumeclaims": "kubernetes.io/pvc-protection",
  "storage.k8s.io/volumeattributesclasses": "kubernetes.io/vac-protection",
};

/** Adds a finalizer to new volumes, claims and attribute classes, which keeps them while they are in use. */
export const storageObjectInUseProtection: BuiltinPlugin = {
  kind: "builtin",
  name: "StorageObjectInUseProtection",
  operations: new Set(["CREATE"]),
  admit: ({ attributes, object }) => {
    const { group, resource } = attributes.resource;
    const key = `${group}/${resource}`;
    const finalizer = Object.hasOwn(FINALIZERS, key) ? FINALIZERS[key] : undefined;
    if (finalizer === undefined || attributes.subresource !== "" || object === null) return undefined;
    const finalizers = object.metadata.finalizers ?? [];
    return finalizers.includes(finalizer)
      ? undefined
      : withMetadata(object, { finalizers: [...finalizers, finalizer] });
  },
};
