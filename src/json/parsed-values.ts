/** What can let go of its value, for there are the bytes of which it was made. */
export interface Forgetful {
  forgetValue(): void;
}

/**
 * The values that were made of bytes last, as far as the bytes of all together go. A value takes several times the memory
 * of its bytes: whoever reads each of very many documents must not leave all their values behind.
 */
export class ParsedValues {
  readonly #most: number;
  readonly #documents: Forgetful[] = [];
  readonly #sizes: number[] = [];
  #first = 0;
  #size = 0;

  /** `most`: bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes in what has just been made of so many bytes; the oldest forget theirs. The newest value always stays. */
  add(document: Forgetful, size: number): void {
    this.#documents.push(document);
    this.#sizes.push(size);
    this.#size += size;
    while (this.#size > this.#most && this.#first < this.#documents.length - 1) this.#forgetOldest();
    if (this.#first > 1024 && this.#first * 2 > this.#documents.length) this.#closeUp();
  }

  #forgetOldest(): void {
    this.#documents[this.#first]?.forgetValue();
    this.#size -= this.#sizes[this.#first++] ?? 0;
  }

  #closeUp(): void {
    this.#documents.splice(0, this.#first);
    this.#sizes.splice(0, this.#first);
    this.#first = 0;
  }
}
