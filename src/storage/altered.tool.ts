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
