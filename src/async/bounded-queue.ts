/**
 * A queue of items, oldest first, whose total size is bounded in bytes. When the total exceeds the bound, the oldest
 * items are dropped and `forget` is called for each. The newest item always stays, even if it alone is larger than
 * the bound.
 */
export class BoundedQueue<T> {
  readonly #most: number;
  readonly #forget: (item: T) => void;
  #items: (T | undefined)[] = [];
  #sizes: number[] = [];
  #first = 0;
  #size = 0;

  /**
   * `most`: the bound in bytes. `forget` is called once for each `add`, so an item that was added twice can be passed
   * to it twice.
   */
  constructor(most: number, forget: (item: T) => void) {
    this.#most = most;
    this.#forget = forget;
  }

  add(item: T, size: number): void {
    this.#items.push(item);
    this.#sizes.push(size);
    this.#size += size;
    while (this.#size > this.#most && this.#first < this.#items.length - 1) this.#forgetOldest();
    if (this.#first > 1024 && this.#first * 2 > this.#items.length) this.#closeUp();
  }

  #forgetOldest(): void {
    const item = this.#items[this.#first];
    this.#items[this.#first] = undefined;
    this.#size -= this.#sizes[this.#first++] ?? 0;
    if (item !== undefined) this.#forget(item);
  }

  #closeUp(): void {
    this.#items = this.#items.slice(this.#first);
    this.#sizes = this.#sizes.slice(this.#first);
    this.#first = 0;
  }
}
