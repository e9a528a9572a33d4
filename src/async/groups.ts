/** Values with the same key, at least one. */
export type Group<Value> = [Value, ...Value[]];

/** Returns the values of each key. The keys are in the order of their first value. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): Map<Key, Group<Value>> {
  const groups = new Map<Key, Group<Value>>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}

/** Adds a value to the list of a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
