/**
 * What takes memory, oldest first, as long as all of it together is no more than so many bytes; then the oldest is told to
 * go. The newest always stays.
 */
export class BoundedQueue<T> {
  readonly #most: number;
  readonly #forget: (item: T) => void;
  #items: (T | undefined)[] = [];
  #sizes: number[] = [];
  #first = 0;
  #size = 0;

  /** `most`: bytes; `forget` may be told of one item as often as it was added. */
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
