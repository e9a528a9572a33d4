import type { Json } from "../json/value.ts";

/** Prints JSON with an indentation of one blank; characters that HTML reserves are escaped. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, plainNumbers, 1).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Go prints integers of any size; beyond 2^53 their last digits are lost here. */
const plainNumbers = (_key: string, value: Json): Json => (typeof value === "bigint" ? Number(value) : value);
