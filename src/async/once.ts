/** `make`, called once: the first call makes the value, the others return it. What `make` throws is not kept. */
export function once<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * `make`, called once for each object. What was made lives as long as the object, so this needs no other limit. `make`
 * has to be a pure function; what it throws, and `undefined`, is not kept.
 */
export function oncePerObject<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (made !== undefined) known.set(key, made);
    return made;
  };
}
