import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, nameOf, text } from "../../../define/cell.ts";

/** Name, with `(default)` for the default class. */
export function classWithDefault(object: KubeObject): string {
  const isDefault = object.metadata.annotations?.["ingressclass.kubernetes.io/is-default-class"] === "true";
  return isDefault ? `${nameOf(object)} (default)` : nameOf(object);
}

/** `kind.group/name` of the parameters; `<none>` without any. */
export function formatParameters(object: KubeObject): string {
  const parameters = at(object, "spec.parameters");
  if (!isJsonObject(parameters)) return "<none>";
  const group = at(parameters, "apiGroup");
  const kind = typeof group === "string" ? `${text(parameters, "kind")}.${group}` : text(parameters, "kind");
  return `${kind}/${text(parameters, "name")}`;
}
