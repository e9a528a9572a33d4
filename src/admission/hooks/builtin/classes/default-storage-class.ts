import { specOf } from "../../../../api/meta.ts";
import { defaultClassOf } from "../../../../api/object/default-class.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { isResource } from "../is-resource.ts";

const ANNOTATIONS = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

/** Sets the default storage class of a claim that names none. */
export const defaultStorageClass: BuiltinPlugin = {
  kind: "builtin",
  name: "DefaultStorageClass",
  operations: new Set(["CREATE"]),
  admit: (context) => {
    const { attributes, object } = context;
    if (object === null || !isResource(attributes, "", "persistentvolumeclaims")) return undefined;
    const named =
      object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ??
      specOf(object).storageClassName;
    return named === undefined || named === null ? setDefault(context) : undefined;
  },
};

function setDefault({ object, lookup }: PluginContext): PluginResult {
  const name = defaultClassOf(lookup.list("storage.k8s.io", "storageclasses"), ANNOTATIONS);
  return name === undefined || object === null ? undefined : withSpec(object, { storageClassName: name });
}
