import type { Document } from "../../json/document.ts";

/**
 * Remembers which documents are new. A value of many small objects costs three times the memory of its bytes, and the
 * garbage collector the more, the longer it lives; most are read only around the write that made them. So only the
 * newest documents keep theirs: of the others there are the bytes, from which a value is made again for the one who asks.
 */
export class Recent {
  readonly #documents: (Document | undefined)[];
  #next = 0;

  constructor(size = 256) {
    this.#documents = new Array<Document | undefined>(size).fill(undefined);
  }

  add(document: Document): void {
    this.#documents[this.#next]?.forgetValue();
    this.#documents[this.#next] = document;
    this.#next = (this.#next + 1) % this.#documents.length;
  }
}
