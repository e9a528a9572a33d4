import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { at, items, sizeOf, text, texts } from "../../../define/cell.ts";
import { AGE, column, NAME, type ShownColumn, textAt } from "../../../define/column.ts";

export const PARAM_KIND = column`ParamKind: ${paramKind} ParamKind specifies the kind of resources used to parameterize this policy`;

/** Columns of both kinds of policy bindings. */
export const bindingColumns: readonly ShownColumn[] = [
  NAME,
  column`PolicyName: ${textAt("spec.policyName")} PolicyName indicates the policy definition which the policy binding binded to`,
  column`ParamRef: ${(object) => formatParamRef(at(object, "spec.paramRef"))} ParamRef indicates the param resource which sets the configuration param`,
  AGE,
];

/** Columns of both kinds of webhook configurations. */
export const webhookColumns: readonly ShownColumn[] = [
  NAME,
  column`Webhooks: integer ${(object) => sizeOf(object, "webhooks")} Webhooks indicates the number of webhooks registered in this configuration`,
  AGE,
];

function paramKind(object: KubeObject): string {
  const kind = at(object, "spec.paramKind");
  return isJsonObject(kind) ? `${text(kind, "apiVersion")}/${text(kind, "kind")}` : "<unset>";
}

function formatParamRef(reference: Json | undefined): string {
  if (!isJsonObject(reference)) return "<unset>";
  const name = text(reference, "name");
  if (name !== "") return `${text(reference, "namespace", "*")}/${name}`;
  const { selector } = reference;
  return isJsonObject(selector) ? formatGoSelector(selector) : "<unset>";
}

/** Prints a selector as Go's generated code does. */
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
