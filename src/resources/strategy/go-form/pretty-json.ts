import type { Json } from "../../../api/json.ts";

/** Keys that are Go field names stay in order; maps of clients' keys are sorted, as Go prints them. */
const isFieldName = (key: string): boolean => /^[A-Z]/.test(key);

/** JSON with one blank of indentation, characters that HTML reserves escaped. */
export function sortKeysOfMaps(value: unknown): string {
  return JSON.stringify(sorted(value as Json), undefined, 1).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (!keys.every(isFieldName)) keys.sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
