import type { Json } from "../api/json.ts";
import { stringify } from "./stringify.ts";

/**
 * One JSON object on its way through the house: the value and its bytes, each made from the other at most once.
 * A document is immutable: whoever wants a change clones the value and makes a new document.
 */
export class Document<T extends Json = Json> {
  readonly value: T;
  #bytes: Uint8Array | undefined;

  constructor(value: T, bytes?: Uint8Array) {
    this.value = value;
    this.#bytes = bytes;
  }

  /** UTF-8 JSON, made at the first call and remembered. */
  get bytes(): Uint8Array {
    this.#bytes ??= Buffer.from(stringify(this.value));
    return this.#bytes;
  }
}
