import type { Json } from "../api/json.ts";
import { decodeJson } from "./decode.ts";
import { stringify } from "./stringify.ts";

/**
 * One JSON object on its way through the server: the value and its bytes, each made from the other when first asked
 * for. A document is immutable: whoever wants a change clones the value and makes a new document.
 */
export class Document<T extends Json = Json> {
  #value: T | undefined;
  #bytes: Uint8Array | undefined;
  readonly #encode: ((value: never) => Uint8Array) | undefined;

  /** `encode` writes the value as JSON; default: `stringify`. */
  constructor(value: T, bytes?: Uint8Array, encode?: (value: T) => Uint8Array) {
    this.#value = value;
    this.#bytes = bytes;
    this.#encode = encode;
  }

  /** A document whose value is parsed when somebody asks for it. The bytes must be valid JSON in UTF-8. */
  static fromBytes(bytes: Uint8Array): Document<Json> {
    const document = new Document<Json>(null, bytes);
    document.#value = undefined;
    return document;
  }

  get value(): T {
    // The bytes came from a value of this type, or from a caller who said so.
    if (this.#value === undefined) this.#value = decodeJson(this.#bytes ?? EMPTY) as T;
    return this.#value;
  }

  /** UTF-8 JSON, made at the first call and remembered. */
  get bytes(): Uint8Array {
    this.#bytes ??= this.#encode?.(this.value as never) ?? Buffer.from(stringify(this.value));
    return this.#bytes;
  }

  /** Saves memory where the bytes are there already; the value comes back, as a new copy, when it is asked for. */
  forgetValue(): void {
    if (this.#bytes !== undefined) this.#value = undefined;
  }
}

const EMPTY = Buffer.from("null");
