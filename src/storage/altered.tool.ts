import type { Storage } from "./storage.ts";

/**
 * Returns a storage, or a listener of it, with some members replaced, to simulate errors on the way to it; all other members are
 * its own.
 */
export function altered<T extends object, M extends Partial<T>>(whole: T, members: M): T & M {
  return new Proxy(whole, {
    get(target, name) {
      if (name in members) return Reflect.get(members, name);
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as T & M;
}

/** Returns the `watch` of a storage whose changes go through `pass`, which may deliver them later. */
export const watchThrough =
  (storage: Storage, pass: (deliver: () => void) => void): Storage["watch"] =>
  (prefix, from, listener) =>
    storage.watch(
      prefix,
      from,
      altered(listener, { change: (change) => pass(() => listener.change(change)) }),
    );
