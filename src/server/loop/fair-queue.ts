/** Queue of waiting items by client. Clients take turns; the items of one client keep their order of arrival. */
export class FairQueue<C, T> {
  /** Items by client. The next turn is the first client's, which then moves to the end. */
  readonly #waiting = new Map<C, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of waiting items of one client. */
  lengthOf(client: C): number {
    return this.#waiting.get(client)?.length ?? 0;
  }

  push(client: C, item: T): void {
    this.#length += 1;
    const items = this.#waiting.get(client);
    if (items === undefined) this.#waiting.set(client, [item]);
    else items.push(item);
  }

  shift(): T | undefined {
    for (const [client, items] of this.#waiting) {
      const item = items.shift();
      this.#waiting.delete(client);
      if (items.length > 0) this.#waiting.set(client, items);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }
}
