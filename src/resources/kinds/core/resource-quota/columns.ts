import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { at } from "../../../define/cell.ts";

/** True for names that begin with `limits.`. */
export const isLimit = (name: string): boolean => name.startsWith("limits.");

/** Prints used and hard amounts of each resource. */
export function showAmounts(object: KubeObject, isShown: (name: string) => boolean): string {
  const hard = objectAt(object, "status.hard");
  const used = objectAt(object, "status.used");
  return Object.keys(hard)
    .sort()
    .filter(isShown)
    .map((name) => `${name}: ${String(used[name] ?? "0")}/${String(hard[name])}`)
    .join(", ");
}

function objectAt(object: JsonObject, path: string): JsonObject {
  const value: Json | undefined = at(object, path);
  return isJsonObject(value) ? value : {};
}
