import { withSortedMembers } from "./object.ts";
import type { Json } from "./value.ts";

/** Returns a key for a Set or Map that is the same for equal values and different for all others. */
export const identityOf = (value: Json): Json =>
  typeof value === "object" && value !== null ? `\0${JSON.stringify(value, sortKeys)}` : value;

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return withSortedMembers(value);
}
