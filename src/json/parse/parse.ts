import { isAscii, isUtf8 } from "node:buffer";
import { atOnce, type Steps } from "../../async/steps.ts";
import type { Json } from "../value.ts";
import { parseCarefully } from "./careful-parser.ts";
import type { NumberLiterals } from "./number-literals.ts";
import { countMembers, scanJson } from "./scan.ts";

/** A parsed text, with details that its value does not contain. */
export interface ParsedJson {
  readonly value: Json;
  /** Undefined unless a number was written in an unusual form; see `literalOf`. */
  readonly literals: NumberLiterals | undefined;
}

/** A value with its repeated keys. */
export interface StrictlyParsedJson extends ParsedJson {
  /**
   * Paths of repeated keys, such as `data.a` and `spec.list[0].x`, in document order, each once. The value has the
   * last of the repeated members.
   */
  readonly duplicates: readonly string[];
}

/** Options of `parseJsonStrict`. */
export interface StrictOptions {
  /**
   * Merges objects that occur twice under one key, as Go does for typed values. Default: the last one replaces the
   * first.
   */
  readonly mergeRepeated?: boolean;
}

const NONE: readonly string[] = [];

/**
 * Parses JSON as the reference's decoder does. 64-bit integers beyond 2^53 become bigint; the last value of a
 * repeated key is used. Throws JsonSyntaxError with Go's text.
 */
export const parseJson = (input: Uint8Array | string): Json => parseJsonWithLiterals(input).value;

/**
 * `parseJson`, with the texts of unusual numbers: a typed decoder refuses some numbers because of the way they are
 * written.
 */
export function parseJsonWithLiterals(input: Uint8Array | string): ParsedJson {
  const bytes = toBytes(input);
  if (scanJson(bytes).unusual) return parseCarefully(bytes);
  return quickly(bytes, input) ?? parseCarefully(bytes);
}

/** `parseJsonWithLiterals`, with the paths of repeated keys. */
export const parseJsonStrict = (
  input: Uint8Array | string,
  options: StrictOptions = {},
): StrictlyParsedJson => atOnce(strictSteps(input, options));

/** `parseJsonStrict` in steps; the parsing itself is a single step. */
export function* strictSteps(
  input: Uint8Array | string,
  options: StrictOptions = {},
): Steps<StrictlyParsedJson> {
  const bytes = toBytes(input);
  const { members, unusual } = scanJson(bytes);
  yield;
  const quick = unusual ? undefined : quickly(bytes, input);
  if (quick === undefined) return parseCarefully(bytes, options);
  yield;
  if (countMembers(quick.value) === members) return { duplicates: NONE, ...quick };
  return parseCarefully(bytes, options);
}

const toBytes = (input: Uint8Array | string): Uint8Array =>
  typeof input === "string" ? Buffer.from(input) : input;

function quickly(bytes: Uint8Array, input: Uint8Array | string): ParsedJson | undefined {
  try {
    return { value: JSON.parse(toText(bytes, input)), literals: undefined };
  } catch {
    return undefined;
  }
}

/**
 * Decodes a text. Invalid UTF-8 becomes the empty text, which `JSON.parse` refuses, so that the careful parser
 * handles it.
 */
function toText(bytes: Uint8Array, input: Uint8Array | string): string {
  if (typeof input === "string") return input;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Text that is all ASCII, the usual case, is copied without decoding.
  if (isAscii(bytes)) return buffer.toString("latin1");
  return isUtf8(bytes) ? buffer.toString() : "";
}
