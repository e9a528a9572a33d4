import { isAscii, isUtf8 } from "node:buffer";
import type { Json } from "../api/json.ts";
import { atOnce, type Steps } from "../api/steps.ts";
import { parseCarefully } from "./careful-parser.ts";
import type { NumberLiterals } from "./number-literals.ts";
import { countMembers, scanJson } from "./scan.ts";

/** A parsed text, and what the value does not show. */
export interface ParsedJson {
  readonly value: Json;
  /** Undefined unless some number was written in an unusual way; see `literalOf`. */
  readonly literals: NumberLiterals | undefined;
}

export interface StrictlyParsedJson extends ParsedJson {
  /** Paths such as `data.a`, `spec.list[0].x`, in document order, each once. The last value has won. */
  readonly duplicates: readonly string[];
}

export interface StrictOptions {
  /** Objects that are given twice under one key are merged: what Go does for typed values. */
  readonly mergeRepeated?: boolean;
}

const NONE: readonly string[] = [];

/**
 * JSON as the reference's decoder reads it. Integers of 64 bits beyond 2^53 are bigint, a repeated key takes the last
 * value. Throws JsonSyntaxError with Go's text.
 */
export function parseJson(input: Uint8Array | string): Json {
  return parseJsonWithLiterals(input).value;
}

/** As `parseJson`, together with the text of unusual numbers, which a typed decoder has to refuse by their looks. */
export function parseJsonWithLiterals(input: Uint8Array | string): ParsedJson {
  const bytes = toBytes(input);
  if (scanJson(bytes).unusual) return parseCarefully(bytes);
  return quickly(bytes, input) ?? parseCarefully(bytes);
}

/** As `parseJsonWithLiterals`, together with the keys that were given more than once. */
export const parseJsonStrict = (
  input: Uint8Array | string,
  options: StrictOptions = {},
): StrictlyParsedJson => atOnce(strictSteps(input, options));

/** The same in steps, of which parsing is one. */
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
  if (countMembers(quick.value) === members) return { ...quick, duplicates: NONE };
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

/** Broken UTF-8 is left to the careful parser by handing on what no parser accepts. */
function toText(bytes: Uint8Array, input: Uint8Array | string): string {
  if (typeof input === "string") return input;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // What is ASCII throughout, as most objects are, is copied and not decoded.
  if (isAscii(bytes)) return buffer.toString("latin1");
  return isUtf8(bytes) ? buffer.toString() : "";
}
