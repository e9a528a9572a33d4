import { isUtf8 } from "node:buffer";
import { DerProblem, type DerValue, readBase128, structureProblem, syntaxProblem, TAG } from "./der.ts";
import { readGeneralizedTime, readUtcTime } from "./der-times.ts";

/** Decodes an object identifier: `2.5.4.10`. */
export function objectIdentifier(content: Buffer): string {
  if (content.length === 0) throw syntaxProblem("zero length OBJECT IDENTIFIER");
  let [first, offset] = readBase128(content, 0);
  const top = Math.min(Math.floor(first / 40), 2);
  const numbers = [top, first - 40 * top];
  while (offset < content.length) {
    [first, offset] = readBase128(content, offset);
    numbers.push(first);
  }
  return numbers.join(".");
}

/** Throws DerProblem if the content of an integer is empty or longer than necessary. */
export function checkInteger(content: Buffer): void {
  const [first, second] = content;
  if (first === undefined) throw structureProblem("empty integer");
  if (second === undefined) return;
  if ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))
    throw structureProblem("integer not minimally-encoded");
}

/** Decodes an integer of 64 bits. */
export function integer(content: Buffer): bigint {
  checkInteger(content);
  if (content.length > 8) throw structureProblem("integer too large");
  return BigInt.asIntN(8 * content.length, BigInt(`0x${content.toString("hex")}`));
}

/** Content of a boolean. Throws DerProblem for other bytes than 0 and 255. */
export function boolean(content: Buffer): boolean {
  const [byte] = content;
  if (content.length !== 1 || (byte !== 0 && byte !== 0xff)) throw syntaxProblem("invalid boolean");
  return byte === 0xff;
}

/** The bits of a BIT STRING, with zeros added at the front. */
export function bitString(content: Buffer): Buffer {
  const [padding] = content;
  if (padding === undefined) throw syntaxProblem("zero length BIT STRING");
  const last = content[content.length - 1] ?? 0;
  if (padding > 7 || (content.length === 1 && padding > 0) || (last & ((1 << padding) - 1)) !== 0)
    throw syntaxProblem("invalid padding bits in BIT STRING");
  const bytes = content.subarray(1);
  return padding === 0 ? bytes : shiftRight(bytes, padding);
}

function shiftRight(bytes: Buffer, count: number): Buffer {
  const shifted = Buffer.alloc(bytes.length);
  for (let i = 0; i < bytes.length; i++)
    shifted[i] = ((bytes[i - 1] ?? 0) << (8 - count)) | ((bytes[i] ?? 0) >> count);
  return shifted;
}

/**
 * Decodes a value of any type as Go does into an interface. Returns the text of a string type that Go supports;
 * undefined for all other types. Throws a DerProblem for invalid values.
 */
export function anyText({ class: kind, tag, compound, content }: DerValue): string | undefined {
  if (compound || kind !== 0) return undefined;
  const text = TEXTS.get(tag);
  if (text !== undefined) return text(content);
  CHECKS.get(tag)?.(content);
  return undefined;
}

const TEXTS: ReadonlyMap<number, (content: Buffer) => string> = new Map([
  [TAG.printableString, (content) => only(content, /^[A-Za-z0-9 '()*+,./:=?&-]*$/, "PrintableString")],
  [TAG.numericString, (content) => only(content, /^[0-9 ]*$/, "NumericString")],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes control characters
  [TAG.ia5String, (content) => only(content, /^[\x00-\x7f]*$/, "IA5String")],
  [TAG.t61String, (content) => content.toString("latin1")],
  [TAG.utf8String, utf8],
  [TAG.bmpString, basicPlane],
]);

const CHECKS: ReadonlyMap<number, (content: Buffer) => unknown> = new Map<
  number,
  (content: Buffer) => unknown
>([
  [TAG.boolean, boolean],
  [TAG.integer, integer],
  [TAG.bitString, bitString],
  [TAG.oid, objectIdentifier],
  [TAG.utcTime, readUtcTime],
  [TAG.generalizedTime, readGeneralizedTime],
]);

function only(content: Buffer, allowed: RegExp, type: string): string {
  const text = content.toString("latin1");
  if (!allowed.test(text)) throw syntaxProblem(`${type} contains invalid character`);
  return text;
}

function utf8(content: Buffer): string {
  if (!isUtf8(content)) throw new DerProblem("asn1: invalid UTF-8 string");
  return content.toString();
}

/** Decodes a BMPString: two bytes per character, without surrogates. A zero at the end is removed. */
function basicPlane(content: Buffer): string {
  if (content.length % 2 !== 0) throw new DerProblem("invalid BMPString");
  const text = Buffer.from(content).swap16().toString("utf16le").replace(/\0$/, "");
  if (/[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/.test(text)) throw new DerProblem("invalid BMPString");
  return text;
}
