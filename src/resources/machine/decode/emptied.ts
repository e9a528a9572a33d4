import type { JsonObject } from "../../../api/json.ts";

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
