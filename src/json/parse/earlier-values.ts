import type { Json, JsonObject } from "../value.ts";

const earlier = new WeakMap<JsonObject, Map<string, Json[]>>();

/** Records the value that a key of an object had before the key was repeated. Go's decoder has read that value, too. */
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

/** Earlier values of a key, in the order of the text. A copy of the object has none. */
export const earlierValuesOf = (owner: JsonObject, key: string): readonly Json[] =>
  earlier.get(owner)?.get(key) ?? NONE;
