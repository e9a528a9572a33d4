/** A problem of DER bytes. The message is that of Go's encoding/asn1. */
export class DerProblem extends Error {}

/** Bytes that are no DER. */
export const syntaxProblem = (what: string): DerProblem => new DerProblem(`asn1: syntax error: ${what}`);
/** DER of another structure than expected. */
export const structureProblem = (what: string): DerProblem =>
  new DerProblem(`asn1: structure error: ${what}`);

/** Numbers of universal tags. */
export const TAG = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  numericString: 18,
  printableString: 19,
  t61String: 20,
  ia5String: 22,
  utcTime: 23,
  generalizedTime: 24,
  generalString: 27,
  bmpString: 30,
} as const;

interface DerHeader {
  /** Class of the tag: 0 is universal, 2 is context-specific. */
  readonly class: number;
  readonly tag: number;
  readonly compound: boolean;
  readonly length: number;
  /** Offset of the content. */
  readonly begin: number;
}

/** A value, which is not copied. */
export interface DerValue extends DerHeader {
  /** The whole value with tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

const LARGE_LENGTH = 1 << 23;

/** Reads a tag and length at an offset before the end. Only the encoding that DER allows is accepted. */
export function readHeader(bytes: Buffer, at: number): DerHeader {
  const first = bytes[at] ?? 0;
  let [tag, offset] = [first & 0x1f, at + 1];
  if (tag === 0x1f) {
    [tag, offset] = readBase128(bytes, offset);
    if (tag < 0x1f) throw syntaxProblem("non-minimal tag");
  }
  const [length, begin] = readLength(bytes, offset);
  return { class: first >> 6, tag, compound: (first & 0x20) !== 0, length, begin };
}

function readLength(bytes: Buffer, at: number): [length: number, begin: number] {
  const first = bytes[at];
  if (first === undefined) throw syntaxProblem("truncated tag or length");
  if (first < 0x80) return [first, at + 1];
  if (first === 0x80) throw syntaxProblem("indefinite length found (not DER)");
  const begin = at + 1 + (first & 0x7f);
  let length = 0;
  for (let offset = at + 1; offset < begin; offset++) {
    const byte = bytes[offset];
    if (byte === undefined) throw syntaxProblem("truncated tag or length");
    if (length >= LARGE_LENGTH) throw structureProblem("length too large");
    length = (length << 8) | byte;
    if (length === 0) throw structureProblem("superfluous leading zeros in length");
  }
  if (length < 0x80) throw structureProblem("non-minimal length");
  return [length, begin];
}

/** Reads a number of at most 31 bits in groups of seven bits. Returns it and the offset after it. */
export function readBase128(bytes: Buffer, at: number): [value: number, end: number] {
  let value = 0;
  for (let offset = at; offset < bytes.length; offset++) {
    const byte = bytes[offset] ?? 0;
    if (offset === at + 5) throw structureProblem("base 128 integer too large");
    if (offset === at && byte === 0x80) throw syntaxProblem("integer is not minimally encoded");
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (value > 0x7fffffff) throw structureProblem("base 128 integer too large");
    return [value, offset + 1];
  }
  throw syntaxProblem("truncated base 128 integer");
}

/** Reads the value after a header. */
function valueBehind(
  bytes: Buffer,
  at: number,
  header: DerHeader,
  whenTruncated = "data truncated",
): DerValue {
  const end = header.begin + header.length;
  if (end > bytes.length) throw syntaxProblem(whenTruncated);
  return { ...header, whole: bytes.subarray(at, end), content: bytes.subarray(header.begin, end) };
}

/** Requirements for a field of a structure: the number of a universal tag, and the name of Go's type for messages. */
export interface Expected {
  readonly tag: number;
  readonly type: string;
}

const NO_PARAMETERS =
  "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";

/** Reads the values of a structure in their order. */
export class DerReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  /** Reads the next value, with any tag. */
  any(): DerValue {
    return this.#take(this.#header());
  }

  /** Reads the next value, which must have this universal tag. */
  field({ tag, type }: Expected): DerValue {
    const header = this.#header();
    const compound = tag === TAG.sequence || tag === TAG.set;
    if (header.class === 0 && header.tag === tag && header.compound === compound) return this.#take(header);
    throw mismatch(header, { tag, type });
  }

  /** Reads the next value if its header matches; undefined otherwise, and at the end. */
  optional(matches: (header: DerHeader) => boolean): DerValue | undefined {
    if (this.atEnd) return undefined;
    const header = this.#header();
    return matches(header) ? this.#take(header) : undefined;
  }

  /** Reads the next value after the caller has checked its header. */
  checked(check: (header: DerHeader) => void): DerValue {
    const header = this.#header();
    check(header);
    return this.#take(header);
  }

  #header(): DerHeader {
    if (this.atEnd) throw syntaxProblem("sequence truncated");
    return readHeader(this.#bytes, this.#offset);
  }

  #take(header: DerHeader): DerValue {
    const value = valueBehind(this.#bytes, this.#offset, header);
    this.#offset += value.whole.length;
    return value;
  }
}

/** A type mismatch. Go's text has the target type, its parameters, and the header of the value. */
export function mismatch(
  { class: kind, tag, length, compound, begin }: DerHeader,
  expected: Expected,
  parameters = NO_PARAMETERS,
): DerProblem {
  const seen = `{class:${kind} tag:${tag} length:${length} isCompound:${compound}}`;
  return structureProblem(
    `tags don't match (${expected.tag} vs ${seen}) ${parameters} ${expected.type} @${begin}`,
  );
}

/**
 * Reads the elements of a SEQUENCE OF or SET OF. All headers are checked before any content. `tag`: required tag;
 * undefined for any.
 */
export function readElements(content: Buffer, tag?: number): DerValue[] {
  const elements: DerValue[] = [];
  for (let offset = 0; offset < content.length; ) {
    const header = readHeader(content, offset);
    if (tag !== undefined && (header.class !== 0 || !header.compound || header.tag !== tag))
      throw structureProblem("sequence tag mismatch");
    const value = valueBehind(content, offset, header, "truncated sequence");
    elements.push(value);
    offset += value.whole.length;
  }
  return elements;
}
