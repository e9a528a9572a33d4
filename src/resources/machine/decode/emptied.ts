import { isJsonObject, type JsonObject } from "../../../api/json.ts";
import { clone } from "../../../json/object.ts";

const emptied = new WeakMap<JsonObject, Set<string>>();

/** Notes that an empty list or map was given here, and has been dropped like an absent one. */
export function noteEmptied(owner: JsonObject, name: string): void {
  const names = emptied.get(owner);
  if (names === undefined) emptied.set(owner, new Set([name]));
  else names.add(name);
}

/** Whether the object, as it was decoded, had an empty list or map there: Go's defaults tell that from nothing. A copy forgets it. */
export const wasEmptied = (owner: JsonObject, name: string): boolean =>
  emptied.get(owner)?.has(name) === true;

/** Whether there is such a place in the value that nothing has filled since. Takes time in proportion to the value. */
export function hasEmptied(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptied);
  if (!isJsonObject(value)) return false;
  for (const name of emptied.get(value) ?? []) if ((value[name] ?? null) === null) return true;
  return Object.values(value).some(hasEmptied);
}

/** A deep copy that has the same notes. */
export function cloneWithEmptied<T extends JsonObject>(value: T): T {
  const copy = clone(value);
  copyNotes(value, copy);
  return copy;
}

function copyNotes(from: unknown, to: unknown): void {
  if (Array.isArray(from) && Array.isArray(to))
    for (const [i, item] of from.entries()) copyNotes(item, to[i]);
  if (!isJsonObject(from) || !isJsonObject(to)) return;
  for (const name of emptied.get(from) ?? []) noteEmptied(to, name);
  for (const name of Object.keys(from)) copyNotes(from[name], to[name]);
}
