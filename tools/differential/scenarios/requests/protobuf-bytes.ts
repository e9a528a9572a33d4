import { Buffer } from "node:buffer";

/** The media type of protobuf. */
export const PROTOBUF = "application/vnd.kubernetes.protobuf";

export const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
export const join = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

/** A number in protobuf's wire format; negative ones have ten bytes. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}

/** The tag of a field: its number and its wire type. */
export const tag = (number: number, wire: number): Buffer => varint(number * 8 + wire);

/** A field with a length: a text, bytes or a message. */
export function sized(number: number, ...content: readonly (Uint8Array | string)[]): Buffer {
  const bytes = join(...content.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return join(tag(number, 2), varint(bytes.length), bytes);
}

/** A field with a number that varies in length. */
export const counted = (number: number, value: number): Buffer => join(tag(number, 0), varint(value));

/** A body in its envelope (runtime.Unknown). */
export const enveloped = (apiVersion: string, kind: string, ...message: readonly Uint8Array[]): Buffer =>
  join(MAGIC, sized(1, sized(1, apiVersion), sized(2, kind)), sized(2, ...message));
