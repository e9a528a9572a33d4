import type { KubeObject } from "../../../../api/meta.ts";
import { nameOf } from "../../../define/cell.ts";

/** Name, with `(default)` for the default class, also by the beta annotation. */
export function classWithDefault(object: KubeObject): string {
  const annotations = object.metadata.annotations ?? {};
  const isDefault =
    annotations["storageclass.kubernetes.io/is-default-class"] === "true" ||
    annotations["storageclass.beta.kubernetes.io/is-default-class"] === "true";
  return isDefault ? `${nameOf(object)} (default)` : nameOf(object);
}
