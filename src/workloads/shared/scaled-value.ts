import type { Json } from "../../json/value.ts";

/** Returns a number, or a percentage of `total`; 0 for other values. */
export function scaledValue(value: Json | undefined, total: number, roundUp: boolean): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\d{1,9}%$/.test(value)) return 0;
  const part = (Number(value.slice(0, -1)) * total) / 100;
  return roundUp ? Math.ceil(part) : Math.floor(part);
}
