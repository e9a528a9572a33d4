import type { KubeObject } from "../../../api/meta.ts";
import { oncePerObject } from "../../../async/once.ts";
import type { JsonObject } from "../../../json/value.ts";

/** Returns a function that makes the form of an object for expressions, once for each object. */
function seenOnce<T extends JsonObject>(see: (object: KubeObject) => T) {
  const seen = oncePerObject(see);
  return (object: KubeObject | null): T | null => (object === null ? null : seen(object));
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
export const wholeNamespace = seenOnce(withoutKind);

export const namespaceWithoutOwners = seenOnce((namespace) => {
  const { metadata, ...rest } = withoutKind(namespace);
  const { ownerReferences: _, ...seen } = metadata;
  return { ...rest, metadata: seen };
});

/**
 * Form of parameters of built-in kinds, by phase of their policy: mutating policies do not receive the kind
 * (apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, wrappedParam).
 */
export const seenParam = { validating: seenOnce(withoutManagers), mutating: seenOnce(withoutKind) };
