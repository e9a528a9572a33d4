import type { KubeObject } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";

/** Returns a function that makes the form of an object for expressions, once for each object. */
function remembered<T extends JsonObject>(see: (object: KubeObject) => T) {
  const values = new WeakMap<KubeObject, T>();
  return (object: KubeObject | null): T | null => {
    if (object === null) return null;
    const value = values.get(object) ?? see(object);
    values.set(object, value);
    return value;
  };
}

/**
 * Removes managedFields, which kube-apiserver's informers do not have
 * (kubernetes/pkg/controlplane/apiserver/config.go).
 */
const withoutManagers = ({ metadata: { managedFields: _, ...metadata }, ...object }: KubeObject) => ({
  ...object,
  metadata,
});

const withoutKind = (object: KubeObject) => {
  const { apiVersion: _version, kind: _kind, ...rest } = withoutManagers(object);
  return rest;
};

/** Form of a namespace for expressions: without apiVersion and kind. */
export const wholeNamespace = remembered(withoutKind);

export const namespaceWithoutOwners = remembered((namespace) => {
  const { metadata, ...rest } = withoutKind(namespace);
  const { ownerReferences: _, ...seen } = metadata;
  return { ...rest, metadata: seen };
});

/**
 * Form of parameters of built-in kinds, by phase of their policy: mutating policies do not receive the kind
 * (apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, wrappedParam).
 */
export const seenParam = { validating: remembered(withoutManagers), mutating: remembered(withoutKind) };
