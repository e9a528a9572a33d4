import { type KubeObject, specOf } from "../../../api/meta.ts";
import { compareQuantities } from "../../../api/quantity/quantity.ts";
import { record, text } from "../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../hook.ts";
import { forbid } from "./forbid.ts";
import { isResource } from "./is-resource.ts";
import { resourceList, ZERO } from "./resource-list.ts";

/** Allows claims to grow only if they are bound and their storage class allows it. */
export const persistentVolumeClaimResize: BuiltinPlugin = {
  kind: "builtin",
  name: "PersistentVolumeClaimResize",
  operations: new Set(["UPDATE"]),
  validate: (context) => {
    const { attributes, object } = context;
    const { oldObject } = attributes;
    if (object === null || oldObject === null || !isResource(attributes, "", "persistentvolumeclaims"))
      return undefined;
    if (compareQuantities(sizeOf(object), sizeOf(oldObject)) <= 0) return undefined;
    if (record(oldObject.status).phase !== "Bound") {
      return forbid(context, "Only bound persistent volume claims can be expanded");
    }
    return askClass(context, classOf(object), classOf(oldObject));
  },
};

const sizeOf = (claim: KubeObject) =>
  resourceList(record(specOf(claim).resources).requests).get("storage") ?? ZERO;

const classOf = (claim: KubeObject): string =>
  claim.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ??
  text(specOf(claim).storageClassName);

function askClass(context: PluginContext, name: string, oldName: string): PluginResult {
  const same = name !== "" && name === oldName;
  const storageClass = same ? context.lookup.get("storage.k8s.io", "storageclasses", "", name) : undefined;
  if (storageClass?.allowVolumeExpansion === true) return undefined;
  return forbid(
    context,
    "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
  );
}
