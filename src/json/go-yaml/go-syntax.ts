import type { Json } from "../../api/json.ts";
import { compareKeyBytes } from "../key-order.ts";

/** Of objects: the keys that were no texts, by the names that they got. */
export type OtherKeys = ReadonlyMap<object, ReadonlyMap<string, Json>>;

/** Go's `%#v` of what was read of a YAML text. */
export function goSyntax(value: Json, otherKeys: OtherKeys): string {
  if (Array.isArray(value))
    return `[]interface {}{${value.map((item) => goSyntax(item, otherKeys)).join(", ")}}`;
  if (value === null) return "interface {}(nil)";
  if (isUnsigned(value)) return `0x${value.toString(16)}`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return JSON.stringify(value);
  const keys = otherKeys.get(value);
  const members = Object.entries(value)
    .map(([name, member = null]) => [keys?.get(name) ?? name, member] as const)
    .sort(([a], [b]) => compare(a, b))
    .map(([key, member]) => `${goSyntax(key, otherKeys)}:${goSyntax(member, otherKeys)}`);
  return `map[interface {}]interface {}{${members.join(", ")}}`;
}

/** What is greater than an int64 is an uint64, which Go writes in base 16. */
const isUnsigned = (value: Json): value is bigint => typeof value === "bigint" && value >= 2n ** 63n;

/** Keys of one type by their values, and types in the order that they have in kube-apiserver (internal/fmtsort). */
function compare(a: Json, b: Json): number {
  const [left, right] = [rank(a), rank(b)];
  if (left !== right) return left - right;
  if (typeof a === "string" && typeof b === "string") return compareKeyBytes(a, b);
  return Number(a) - Number(b);
}

function rank(key: Json): number {
  if (key === null) return 0;
  if (typeof key === "string") return 1;
  if (isUnsigned(key)) return 2;
  if (typeof key === "boolean") return 5;
  return typeof key === "bigint" || Number.isInteger(key) ? 3 : 4;
}
