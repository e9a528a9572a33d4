import { isJsonObject, type Json } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";

/** Label → value as text. */
export type SelectableFields = Readonly<Record<string, (object: KubeObject) => string>>;

/** The value at a path as selectors compare it: absent is empty, booleans and numbers as text. */
function textAt(object: KubeObject, path: readonly string[]): string {
  let at: Json | undefined = object;
  for (const key of path) at = isJsonObject(at) ? at[key] : undefined;
  return typeof at === "string" || typeof at === "number" || typeof at === "boolean" ? String(at) : "";
}

/** `path` may differ from the label; `zero` is the text of an absent value. */
export function fieldAt(path: string, zero = ""): (object: KubeObject) => string {
  const keys = path.split(".");
  return (object) => textAt(object, keys) || zero;
}

/** Fields whose labels are their paths. */
export const fieldsAt = (...labels: readonly string[]): SelectableFields =>
  Object.fromEntries(labels.map((label) => [label, fieldAt(label)]));

/** How labels are refused by kinds that have fields of their own. */
export const unsupportedLabel = (label: string): string => `field label not supported: ${label}`;

/** And by those that have none. */
export const unknownLabel = (label: string): string =>
  `${quote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
