import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, text } from "../../../define/cell.ts";

/** The parent as `resource.group/namespace/name`. */
export function formatParent(object: KubeObject): string {
  const parent = at(object, "spec.parentRef");
  if (!isJsonObject(parent)) return "<none>";
  const group = text(parent, "group");
  const resource = group === "" ? text(parent, "resource") : `${text(parent, "resource")}.${group}`;
  const namespace = text(parent, "namespace");
  return [resource.toLowerCase(), ...(namespace === "" ? [] : [namespace]), text(parent, "name")].join("/");
}
