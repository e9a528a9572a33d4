import type { Json } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { BoundedQueue } from "./bounded-queue.ts";
import { decodeJson } from "./decode.ts";

import { stringify } from "./stringify.ts";

/**
 * One JSON object on its way through the server: the value and its bytes, each made from the other when first asked
 * for. A document is immutable: anyone who wants a change clones the value and makes a new document.
 */
export interface Document<T extends Json = Json> {
  readonly value: T;
  /** UTF-8 JSON, made at the first call and remembered. */
  readonly bytes: Uint8Array;
  /** Saves memory where the bytes are there already; the value comes back, as a new copy, when it is asked for. */
  forgetValue(): void;
}

/** How documents are made: of a value, or of bytes. */
export interface DocumentConstructor {
  /** `encode` writes the value as JSON; default: canonical JSON. */
  new <T extends Json>(value: T, bytes?: Uint8Array, encode?: (value: T) => Uint8Array): Document<T>;
  /** A document whose value is parsed when somebody asks for it. The bytes must be valid JSON in UTF-8. */
  fromBytes(bytes: Uint8Array): Document<Json>;
}

/**
 * What was parsed last, of all documents of this process, by the bytes of the texts. A value takes several times the memory
 * of its text: anyone who reads each of very many documents must not leave all their values behind.
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
    // The bytes came from a value of this type, or from a caller who said so.
    const value = decodeJson(bytes) as T;
    this.#value = value;
    parsed.add(this, bytes.length);
    return value;
  }

  forgetValue(): void {
    if (this.#bytes !== undefined) this.#value = undefined;
  }
}

/** An interface and a value, no class: each entry point has its own copy of the declaration, and the copies have to fit. */
export const Document: DocumentConstructor = LazyDocument;

/** What lies under a key of `/registry/`, or goes to a client: an object of Kubernetes. */
export function objectIn(document: Document): KubeObject;
export function objectIn(document: Document | undefined): KubeObject | undefined;
export function objectIn(document: Document | undefined): KubeObject | undefined {
  return document?.value as KubeObject | undefined;
}

const EMPTY = Buffer.from("null");
