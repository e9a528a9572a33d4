import type { Storage } from "./storage.ts";

/**
 * Returns a storage with some members replaced, to simulate errors on the way to it; all other members are
 * its own.
 */
export function altered<M extends Partial<Storage>>(storage: Storage, members: M): Storage & M {
  return new Proxy(storage, {
    get(target, name) {
      if (name in members) return Reflect.get(members, name);
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as Storage & M;
}
