import type { Json } from "../api/json.ts";

/** Go's `%v` of decoded JSON: `map[a:1 b:[x y]]`, keys sorted, texts without quotes, null as `<nil>`. */
export function goFormat(value: Json | undefined): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goFormat).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goFormat(value[key])}`);
  return `map[${members.join(" ")}]`;
}

/** The Go type that decoded JSON has: `map[string]interface {}`, `int64`, … */
export function goDynamicType(value: Json | undefined): string {
  if (value === null || value === undefined) return "%!s(<nil>)";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return typeof value === "bigint" || Number.isInteger(value) ? "int64" : "float64";
}
