/** Node's function, for values of JSON. */
export function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isDeepStrictEqual(Reflect.get(a, key), Reflect.get(b, key)),
  );
}

type Callback = (error: unknown, value?: unknown) => void;

export const promisify =
  (act: (...given: unknown[]) => void) =>
  (...given: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error ? reject(error) : resolve(value));
      act(...given, done);
    });
