/**
 * Lines in the order in which they came. Lines of hooks that selectors exclude are made when they are read:
 * most requests have no reader of their lines, and there may be thousands.
 */
export class Lines<T> {
  /** Lines without those that are made when they are read. */
  readonly written: T[] = [];
  readonly #unwritten: { readonly before: number; readonly make: () => readonly T[] }[] = [];

  push(line: T): void {
    this.written.push(line);
  }

  /** Adds lines that are made later. `make` returns them when they are read. */
  pushLater(make: () => readonly T[]): void {
    this.#unwritten.push({ before: this.written.length, make });
  }

  get all(): readonly T[] {
    if (this.#unwritten.length === 0) return this.written;
    const out: T[] = [];
    let at = 0;
    for (const { before, make } of this.#unwritten) {
      out.push(...this.written.slice(at, before), ...make());
      at = before;
    }
    return [...out, ...this.written.slice(at)];
  }
}
