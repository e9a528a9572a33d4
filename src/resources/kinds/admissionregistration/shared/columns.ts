import { isJsonObject, type Json, type JsonObject } from "../../../../api/json.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { at, items, text, texts } from "../../../define/cell.ts";

/** How many of what is at a path. */
export function paramKind(object: KubeObject): string {
  const kind = at(object, "spec.paramKind");
  return isJsonObject(kind) ? `${text(kind, "apiVersion")}/${text(kind, "kind")}` : "<unset>";
}

export function formatParamRef(reference: Json | undefined): string {
  if (!isJsonObject(reference)) return "<unset>";
  const name = text(reference, "name");
  if (name !== "") return `${text(reference, "namespace", "*")}/${name}`;
  const { selector } = reference;
  return isJsonObject(selector) ? formatGoSelector(selector) : "<unset>";
}

/** A selector as Go's generated code prints it. */
function formatGoSelector(selector: JsonObject): string {
  const labels = isJsonObject(selector.matchLabels) ? selector.matchLabels : {};
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}: ${String(labels[key])},`);
  const expressions = items(selector, "matchExpressions").map(
    (e) =>
      `LabelSelectorRequirement{Key:${text(e, "key")},Operator:${text(e, "operator")},Values:[${texts(e, "values").join(" ")}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.join("")}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
}
