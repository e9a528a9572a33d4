import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";

/** What expressions see of an object, made once for each. */
function remembered<T extends JsonObject>(see: (object: KubeObject) => T) {
  const values = new WeakMap<KubeObject, T>();
  return (object: KubeObject | null): T | null => {
    if (object === null) return null;
    const value = values.get(object) ?? see(object);
    values.set(object, value);
    return value;
  };
}

/** The reference's informers leave managedFields out (kubernetes/pkg/controlplane/apiserver/config.go). */
const withoutManagers = ({ metadata: { managedFields: _, ...metadata }, ...object }: KubeObject) => ({
  ...object,
  metadata,
});

const withoutKind = (object: KubeObject) => {
  const { apiVersion: _version, kind: _kind, ...rest } = withoutManagers(object);
  return rest;
};

/** Nobody sees that it is a namespace. */
export const wholeNamespace = remembered(withoutKind);

export const namespaceWithoutOwners = remembered((namespace) => {
  const { metadata, ...rest } = withoutKind(namespace);
  const { ownerReferences: _, ...seen } = metadata;
  return { ...rest, metadata: seen };
});

/**
 * Parameters of built-in kinds, by the sort of their policy: mutating ones do not see the kind
 * (apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, wrappedParam).
 */
export const seenParam = { validating: remembered(withoutManagers), mutating: remembered(withoutKind) };
