import type { Json, JsonObject } from "../json/value.ts";
import { formatFloat, isGoFloat } from "./float.ts";
import { foreignForms } from "./foreign-value.ts";

/** Go's `%v` of decoded JSON: `map[a:1 b:[x y]]`, keys sorted, texts without quotes, null as `<nil>`. */
export function goFormat(value: Json | undefined): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goFormat).join(" ")}]`;
  if (isGoFloat(value)) return formatFloat(Number(value));
  if (typeof value !== "object") return String(value);
  return foreignForms(value)?.plain ?? goMap(value, goFormat);
}

function goMap(map: JsonObject, format: (value: Json | undefined) => string): string {
  const members = Object.keys(map)
    .sort()
    .map((key) => `${key}:${format(map[key])}`);
  return `map[${members.join(" ")}]`;
}

/** Go's `%s` of decoded JSON. Values that are no text are printed with their type: `%!s(int64=5)`. */
export function goString(value: Json | undefined): string {
  return value === null || value === undefined ? "%!s(<nil>)" : goStringWithin(value);
}

function goStringWithin(value: Json | undefined): string {
  if (value === null || value === undefined || typeof value === "string") return goFormat(value);
  if (Array.isArray(value)) return `[${value.map(goStringWithin).join(" ")}]`;
  if (typeof value === "object") return goMap(value, goStringWithin);
  return `%!s(${goDynamicType(value)}=${goFormat(value)})`;
}

/** The Go type of decoded JSON: `map[string]interface {}`, `int64`, … */
export function goDynamicType(value: Json | undefined): string {
  if (value === null || value === undefined) return "%!s(<nil>)";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return isGoFloat(value) ? "float64" : "int64";
}

/**
 * Converts a number without a fraction to an int64 as Go does on amd64: a value out of range becomes the smallest
 * int64.
 */
export function asInt64(value: number | bigint): bigint {
  const whole = BigInt(value);
  return whole === BigInt.asIntN(64, whole) ? whole : -(2n ** 63n);
}
