import { BoundedQueue } from "../../async/bounded-queue.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json } from "../../json/value.ts";
import type { KubeObject } from "../meta.ts";

/**
 * One JSON object with two forms: the value and its bytes. Each form is made from the other when it is first needed.
 * A document is immutable: code that changes the object clones the value and makes a new document.
 */
export interface Document<T extends Json = Json> {
  readonly value: T;
  /** UTF-8 JSON, encoded at the first access and then cached. */
  readonly bytes: Uint8Array;
  /** Drops the value to save memory if the bytes exist. The next access to `value` parses the bytes into a new copy. */
  forgetValue(): void;
}

/** Constructors of documents: from a value, or from bytes. */
export interface DocumentConstructor {
  /** `encode` writes the value as JSON; default: canonical JSON. */
  new <T extends Json>(value: T, bytes?: Uint8Array, encode?: (value: T) => Uint8Array): Document<T>;
  /** Returns a document whose value is parsed at the first access. The bytes must be valid JSON in UTF-8. */
  fromBytes(bytes: Uint8Array): Document<Json>;
}

/**
 * The documents of this process that were parsed last, up to 32 MiB of text. A value takes several times the memory
 * of its text, so code that reads each of very many documents must not leave all their values in memory.
 */
const parsed = new BoundedQueue<Document>(32 << 20, (document) => document.forgetValue());

class LazyDocument<T extends Json> implements Document<T> {
  #value: T | undefined;
  #bytes: Uint8Array | undefined;
  readonly #encode: ((value: never) => Uint8Array) | undefined;

  constructor(value: T, bytes?: Uint8Array, encode?: (value: T) => Uint8Array) {
    this.#value = value;
    this.#bytes = bytes;
    this.#encode = encode;
  }

  static fromBytes(bytes: Uint8Array): Document<Json> {
    const document = new LazyDocument<Json>(null, bytes);
    document.#value = undefined;
    return document;
  }

  get value(): T {
    return this.#value === undefined ? this.#parse() : this.#value;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.#encode?.(this.value as never) ?? Buffer.from(stringify(this.value));
    return this.#bytes;
  }

  #parse(): T {
    const bytes = this.#bytes ?? EMPTY;
    // The bytes were encoded from a value of type T, or the caller of `fromBytes` guarantees the type.
    const value = decodeJson(bytes) as T;
    this.#value = value;
    parsed.add(this, bytes.length);
    return value;
  }

  forgetValue(): void {
    if (this.#bytes !== undefined) this.#value = undefined;
  }
}

/**
 * An interface and a value instead of a class: each entry point has its own copy of the type declarations, and the
 * copies have to be compatible.
 */
export const Document: DocumentConstructor = LazyDocument;

/** The object in a document that is stored under a key of `/registry/` or sent to a client. */
export function objectIn(document: Document): KubeObject;
export function objectIn(document: Document | undefined): KubeObject | undefined;
export function objectIn(document: Document | undefined): KubeObject | undefined {
  return document?.value as KubeObject | undefined;
}

const EMPTY = Buffer.from("null");
