import type { Json, JsonObject } from "../api/json.ts";

const earlier = new WeakMap<JsonObject, Map<string, Json[]>>();

/** Notes what a key of an object held before it was given again: Go's decoder has read that, too. */
export function noteEarlierValue(owner: JsonObject, key: string, value: Json): void {
  let own = earlier.get(owner);
  if (own === undefined) {
    own = new Map();
    earlier.set(owner, own);
  }
  const values = own.get(key);
  if (values === undefined) own.set(key, [value]);
  else values.push(value);
}

const NONE: readonly Json[] = [];

/** In the order of the text. A copy of the object has none. */
export const earlierValuesOf = (owner: JsonObject, key: string): readonly Json[] =>
  earlier.get(owner)?.get(key) ?? NONE;
