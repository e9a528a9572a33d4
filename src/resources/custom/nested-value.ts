import { getKey, setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/** Splits a path: `.spec.n` becomes `["spec", "n"]`. */
export const splitPath = (path: string): string[] => path.replace(/^\./, "").split(".");

/** Error of a value that does not have the required type; the message is the reference's. */
export class WrongType extends Error {}

/**
 * Returns the value at a path; undefined if the value or one of its parents is absent. Throws WrongType if a
 * parent is not an object.
 */
function nestedValue(object: JsonObject, fields: readonly string[]): Json | undefined {
  let value: Json | undefined = object;
  for (const [i, field] of fields.entries()) {
    if (value === null || value === undefined) return undefined;
    if (!isJsonObject(value)) throw wrongType(fields.slice(0, i + 1), value, "map[string]interface{}");
    value = getKey(value, field);
  }
  return value;
}

/** Like `nestedValue`, for an integer. */
export function nestedInteger(object: JsonObject, fields: readonly string[]): number | undefined {
  const value = nestedValue(object, fields);
  if (value === undefined) return undefined;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return Number(value);
  throw wrongType(fields, value, "int64");
}

/** Like `nestedValue`, for a text. */
export function nestedText(object: JsonObject, fields: readonly string[]): string | undefined {
  const value = nestedValue(object, fields);
  if (value === undefined || typeof value === "string") return value;
  throw wrongType(fields, value, "string");
}

function wrongType(fields: readonly string[], value: Json, expected: string): WrongType {
  return new WrongType(
    `.${fields.join(".")} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${expected}`,
  );
}

function goType(value: Json): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (isJsonObject(value)) return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return typeof value === "bigint" || Number.isSafeInteger(value) ? "int64" : "float64";
}

/** Prints a value as Go's %v does. */
function goText(value: Json): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (!isJsonObject(value)) return String(value);
  const keys = Object.keys(value).sort();
  return `map[${keys.map((key) => `${key}:${goText(value[key] ?? null)}`).join(" ")}]`;
}

/** Returns a copy with another value at the path. Unchanged parts are shared. */
export function withNestedValue<T extends JsonObject>(
  object: T,
  [field = "", ...rest]: readonly string[],
  value: Json,
): T {
  const copy = { ...object };
  const child = getKey(object, field);
  const next = rest.length === 0 ? value : withNestedValue(isJsonObject(child) ? child : {}, rest, value);
  setKey(copy, field, next);
  return copy;
}
