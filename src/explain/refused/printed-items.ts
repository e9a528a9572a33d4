import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Path } from "../sources.ts";

/** The part of an error of a strategic merge patch before an item that Go has printed. */
const BEFORE = "map: ";

/** The items of lists that an error quotes, as in `map: map[image:web:2 nmae:web]`, and that lack a key; empty: any. */
export function printedItems(value: Json | undefined, error: string, lacking: string): Path[] {
  const begin = error.indexOf(`${BEFORE}map[`);
  return begin < 0 ? [] : itemsIn(value, error.slice(begin + BEFORE.length), lacking, []);
}

function itemsIn(value: Json | undefined, printed: string, lacking: string, at: Path): Path[] {
  if (!isJsonObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, one]) => {
    const path = [...at, Array.isArray(value) ? Number(member) : member];
    const isThis = Array.isArray(value) && isJsonObject(one) && isPrinted(one, printed, lacking);
    return isThis ? [path] : itemsIn(one, printed, lacking, path);
  });
}

/** True if a text begins with this item, whose members Go sorts by their keys. */
function isPrinted(item: JsonObject, printed: string, lacking: string): boolean {
  const members = Object.entries(item)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => (typeof value === "object" ? `${key}:` : `${key}:${String(value)}`));
  return (
    !Object.hasOwn(item, lacking) &&
    printed.startsWith(`map[${members[0] ?? "]"}`) &&
    members.every((member) => printed.includes(member))
  );
}
