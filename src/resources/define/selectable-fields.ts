import type { KubeObject } from "../../api/meta.ts";
import { quote } from "../../go/quote.ts";
import { isJsonObject, type Json } from "../../json/value.ts";

/** Functions that return the value of a field as text, by label. */
export type SelectableFields = Readonly<Record<string, (object: KubeObject) => string>>;

/**
 * Returns the value at a path as selectors compare it: absent values are empty, booleans and numbers are
 * texts.
 */
function textAt(object: KubeObject, path: readonly string[]): string {
  let at: Json | undefined = object;
  for (const key of path) at = isJsonObject(at) ? at[key] : undefined;
  return typeof at === "string" || typeof at === "number" || typeof at === "boolean" ? String(at) : "";
}

/** Returns the reader of a field. `path` may differ from the label; `zero` is the text of an absent value. */
export function fieldAt(path: string, zero = ""): (object: KubeObject) => string {
  const keys = path.split(".");
  return (object) => textAt(object, keys) || zero;
}

/** Selectable fields whose labels are their paths. */
export const fieldsAt = (...labels: readonly string[]): SelectableFields =>
  Object.fromEntries(labels.map((label) => [label, fieldAt(label)]));

/** Error for an unknown label of a kind that has selectable fields of its own. */
export const unsupportedLabel = (label: string): string => `field label not supported: ${label}`;

/** Error for an unknown label of a kind that has none. */
export const unknownLabel = (label: string): string =>
  `${quote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
