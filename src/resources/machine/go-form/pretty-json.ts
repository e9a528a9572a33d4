import type { Json } from "../../../api/json.ts";

/** JSON with one blank of indentation, characters that HTML reserves escaped. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, plainNumbers, 1).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Go prints integers of any size as digits; beyond 2^53 the last of them are lost here. */
const plainNumbers = (_key: string, value: Json): Json => (typeof value === "bigint" ? Number(value) : value);
