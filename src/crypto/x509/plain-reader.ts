import { DerProblem, readHeader } from "./der.ts";

/** Identifiers: the first byte of a value. */
export const ID = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The identifier of `[number]`, with primitive content. */
export const context = (number: number): number => 0x80 | number;
/** Identifier of a structure with the context-specific tag `[number]`. */
export const contextStructure = (number: number): number => 0xa0 | number;

/** A value, which is not copied. */
export interface PlainValue {
  /** Class, form and tag in one byte. */
  readonly identifier: number;
  readonly content: Buffer;
  /** The whole value with identifier and length. */
  readonly whole: Buffer;
}

/**
 * Reads values in their order as Go's cryptobyte does, which crypto/x509 uses for certificates. Identifiers have one
 * byte. A value that cannot be read is undefined, without a reason.
 */
export class PlainReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  sees(identifier: number): boolean {
    return this.#bytes[this.#offset] === identifier;
  }

  next(): PlainValue | undefined {
    const start = this.#offset;
    const begin = this.#pass();
    if (begin === undefined) return undefined;
    const content = this.#bytes.subarray(begin, this.#offset);
    return { identifier: this.#bytes[start] ?? 0, content, whole: this.#bytes.subarray(start, this.#offset) };
  }

  /** Reads the next value if it has this identifier. */
  value(identifier: number): PlainValue | undefined {
    return this.sees(identifier) ? this.next() : undefined;
  }

  take(identifier: number): Buffer | undefined {
    const begin = this.sees(identifier) ? this.#pass() : undefined;
    return begin === undefined ? undefined : this.#bytes.subarray(begin, this.#offset);
  }

  /** Skips the next value and returns the offset of its content. */
  #pass(): number | undefined {
    const start = this.#offset;
    if (((this.#bytes[start] ?? 0x1f) & 0x1f) === 0x1f) return undefined;
    const header = attempt(() => readHeader(this.#bytes, start));
    if (header === undefined || header.begin + header.length > this.#bytes.length) return undefined;
    this.#offset = header.begin + header.length;
    return header.begin;
  }

  /** A reader of the content of the next value. */
  enter(identifier: number): PlainReader | undefined {
    const content = this.take(identifier);
    return content === undefined ? undefined : new PlainReader(content);
  }
}

/** Runs a reader of DER. Returns undefined instead of throwing a DerProblem. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (problem) {
    if (problem instanceof DerProblem) return undefined;
    throw problem;
  }
}

/** Returns the value, or throws a DerProblem with `problem` if it is undefined. */
export function must<T>(value: T | undefined, problem: string): T {
  if (value === undefined) throw new DerProblem(`x509: ${problem}`);
  return value;
}
