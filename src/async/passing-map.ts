interface Holder<V> {
  value: V | undefined;
}

/**
 * A Map whose entries soon leave. A plain Map keeps values that left alive for long, as a Set does (see `Line`); here an entry that
 * leaves gives up its value.
 */
export class PassingMap<K, V extends object> {
  readonly #holders = new Map<K, Holder<V>>();

  get size(): number {
    return this.#holders.size;
  }

  get(key: K): V | undefined {
    return this.#holders.get(key)?.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#holders.set(key, { value });
  }

  delete(key: K): void {
    const holder = this.#holders.get(key);
    if (holder === undefined) return;
    holder.value = undefined;
    this.#holders.delete(key);
  }

  /** The values at this moment. */
  values(): V[] {
    const values: V[] = [];
    for (const { value } of this.#holders.values()) if (value !== undefined) values.push(value);
    return values;
  }
}
