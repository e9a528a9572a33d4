import { remembered } from "../../../async/remembered.ts";
import { decodeHuffman } from "./huffman.ts";

/** Headers by their lower-case names. */
export type Headers = ReadonlyMap<string, string>;

/** Entries of the static table (RFC 7541, appendix A) that gRPC answers use; other names are not needed. */
const STATIC: ReadonlyMap<number, readonly [name: string, value: string]> = new Map([
  [8, [":status", "200"]],
  [9, [":status", "204"]],
  [10, [":status", "206"]],
  [11, [":status", "304"]],
  [12, [":status", "400"]],
  [13, [":status", "404"]],
  [14, [":status", "500"]],
  [31, ["content-type", ""]],
]);
const STATIC_SIZE = 61;

const LITERAL = 0x00;

/** Encodes each header as a literal, which the receiver does not add to its table. */
export function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  const pieces = Object.entries(headers).flatMap(([name, value]) => [
    Buffer.from([LITERAL]),
    ...[name, value].flatMap((text) => [lengthOf(text), Buffer.from(text)]),
  ]);
  return Buffer.concat(pieces);
}

/** Encodes a length in seven bits, and one further byte if needed. */
function lengthOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < 127) return Buffer.from([length]);
  if (length < 127 + 128) return Buffer.from([127, length - 127]);
  throw new Error(`a header of ${length} bytes`);
}

/**
 * Decodes headers of a peer that uses no dynamic table (SETTINGS_HEADER_TABLE_SIZE 0). Throws for a malformed
 * block.
 */
export const decodeHeaders = (block: Buffer): Headers => headersIn(block.toString("latin1"));

/** Answers repeat the same headers. */
const headersIn = remembered((block): Headers => new HeaderReader(Buffer.from(block, "latin1")).read(), {
  entries: 32,
});

class HeaderReader {
  readonly #block: Buffer;
  #at = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  read(): Headers {
    const headers = new Map<string, string>();
    while (this.#at < this.#block.length) {
      const first = this.#block[this.#at]!;
      if (first >= 0x80) headers.set(...entryOf(this.#integer(7)));
      else if (first >= 0x20 && first < 0x40) this.#integer(5);
      else headers.set(this.#name(this.#integer(first >= 0x40 ? 6 : 4)), this.#text());
    }
    return headers;
  }

  #name(index: number): string {
    return index === 0 ? this.#text() : entryOf(index)[0];
  }

  #text(): string {
    const isCoded = ((this.#block[this.#at] ?? 0) & 0x80) !== 0;
    const length = this.#integer(7);
    const end = this.#at + length;
    if (end > this.#block.length) throw new Error("a header that ends too soon");
    const bytes = this.#block.subarray(this.#at, end);
    this.#at = end;
    return (isCoded ? decodeHuffman(bytes) : bytes).toString("latin1");
  }

  /**
   * Reads an integer: the low bits of a byte, and, if these are all ones, seven bits of each following byte,
   * the lowest first.
   */
  #integer(bits: number): number {
    const most = 2 ** bits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new Error("a number in a header is too large");
  }

  #byte(): number {
    const byte = this.#block[this.#at++];
    if (byte === undefined) throw new Error("a header that ends too soon");
    return byte;
  }
}

function entryOf(index: number): [name: string, value: string] {
  if (index === 0 || index > STATIC_SIZE) throw new Error("a header of a table that does not exist");
  const [name, value] = STATIC.get(index) ?? [`static ${index}`, ""];
  return [name, value];
}
