import type { Document } from "../../api/object/document.ts";

/**
 * Remembers the newest documents. A value of many small objects costs three times the memory of its bytes,
 * and slows the garbage collector the longer it lives; most values are read only around the write that made
 * them. So only the newest documents keep their values: the others have only their bytes, and a value is made
 * again for each read.
 */
export class Recent {
  readonly #documents = new Array<Document | undefined>(256).fill(undefined);
  #next = 0;

  add(document: Document): void {
    this.#documents[this.#next]?.forgetValue();
    this.#documents[this.#next] = document;
    this.#next = (this.#next + 1) % this.#documents.length;
  }
}
