import { formatFloat } from "../../go/float.ts";
import { parseGoFloat } from "../../go/parse-float.ts";
import { withoutLeadingZeros } from "../../go/trim-text.ts";
import { global, type Overload } from "../types/functions.ts";
import { INT_OVERFLOW, timestampOf } from "../values/arithmetic.ts";
import { costSize, traversal } from "../values/costs.ts";
import { durationText, parseDuration, parseTimestamp, timestampText, unixSeconds } from "../values/time.ts";
import {
  CelBytes,
  CelDouble,
  CelError,
  CelTypeValue,
  CelUint,
  intValue,
  MAX_UINT,
  typeNameOf,
  type Value,
} from "../values/values.ts";
import type { Work } from "../values/work.ts";

const failed = (to: string): CelError => new CelError(`type conversion error from 'string' to '${to}'`);

const UINT_OVERFLOW = new CelError("unsigned integer overflow");

const toUint = (value: bigint): Value =>
  value < 0n || value > MAX_UINT ? UINT_OVERFLOW : new CelUint(value);

function doubleToInt({ value }: CelDouble): Value {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) return INT_OVERFLOW;
  return intValue(BigInt(Math.trunc(value))) ?? INT_OVERFLOW;
}

function doubleToUint({ value }: CelDouble): Value {
  if (!Number.isFinite(value) || value < 0 || value >= 2 ** 64) return UINT_OVERFLOW;
  return new CelUint(BigInt(Math.trunc(value)));
}

function parseInteger(text: string): Value {
  const [, sign, digits] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  const size = digits === undefined ? undefined : magnitude(digits);
  const found = size === undefined ? undefined : intValue(sign === "-" ? -size : size);
  return found ?? failed("int");
}

function parseUint(text: string): Value {
  const value = /^\d+$/.test(text) ? magnitude(text) : undefined;
  return value === undefined || value > MAX_UINT ? failed("uint") : new CelUint(value);
}

/** Parses digits; undefined for more digits than 64 bits can have. */
function magnitude(digits: string): bigint | undefined {
  const significant = withoutLeadingZeros(digits);
  return significant.length > 20 ? undefined : BigInt(significant);
}

function parseDouble(text: string): Value {
  const value = parseGoFloat(text);
  return value === undefined ? failed("double") : new CelDouble(value);
}

function parseBool(text: string): Value {
  if (["1", "t", "T", "TRUE", "true", "True"].includes(text)) return true;
  return ["0", "f", "F", "FALSE", "false", "False"].includes(text) ? false : failed("bool");
}

function bytesToText({ bytes }: CelBytes): Value {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

const same = (value: Value): Value => value;
const textCost = ([text = null]: readonly Value[], work: Work): number => traversal(costSize(text, work));

/** Conversions of values to other types: `int(x)`, `string(x)`, `type(x)`. */
export const CONVERSIONS: readonly Overload[] = [
  global("type", "type", "A -> type(A)", (v) => new CelTypeValue(typeNameOf(v))),
  global("bool_to_bool", "bool", "bool -> bool", same),
  global("string_to_bool", "bool", "string -> bool", (v) => parseBool(v)),
  global("bytes_to_bytes", "bytes", "bytes -> bytes", same),
  global("string_to_bytes", "bytes", "string -> bytes", (v) => new CelBytes(Buffer.from(v)), textCost),
  global("double_to_double", "double", "double -> double", same),
  global("int64_to_double", "double", "int -> double", (v) => new CelDouble(Number(v))),
  global("string_to_double", "double", "string -> double", (v) => parseDouble(v)),
  global("uint64_to_double", "double", "uint -> double", (v) => new CelDouble(Number(v.value))),
  global("duration_to_duration", "duration", "duration -> duration", same),
  // Declared, but always an error (cel-go, common/types/int.go, ConvertToType).
  global(
    "string_to_duration",
    "duration",
    "string -> duration",
    (v) => parseDuration(v) ?? failed("google.protobuf.Duration"),
  ),
  global("to_dyn", "dyn", "A -> dyn", same),
  global("int64_to_int64", "int", "int -> int", same),
  global("double_to_int64", "int", "double -> int", (v) => doubleToInt(v)),
  global("duration_to_int64", "int", "duration -> int", (v) => intValue(v.nanos) ?? INT_OVERFLOW),
  global("string_to_int64", "int", "string -> int", (v) => parseInteger(v)),
  global("timestamp_to_int64", "int", "timestamp -> int", (v) => unixSeconds(v)),
  global("uint64_to_int64", "int", "uint -> int", (v) => intValue(v.value) ?? INT_OVERFLOW),
  global("string_to_string", "string", "string -> string", same),
  global("bool_to_string", "string", "bool -> string", String),
  global("bytes_to_string", "string", "bytes -> string", (v) => bytesToText(v), textCost),
  global("double_to_string", "string", "double -> string", (v) => formatFloat(v.value)),
  global("duration_to_string", "string", "duration -> string", (v) => durationText(v)),
  global("int64_to_string", "string", "int -> string", String),
  global("timestamp_to_string", "string", "timestamp -> string", (v) => timestampText(v)),
  global("uint64_to_string", "string", "uint -> string", (v) => String(v.value)),
  global("timestamp_to_timestamp", "timestamp", "timestamp -> timestamp", same),
  global("int64_to_timestamp", "timestamp", "int -> timestamp", (v) =>
    timestampOf(BigInt(v) * 1_000_000_000n),
  ),
  global(
    "string_to_timestamp",
    "timestamp",
    "string -> timestamp",
    (v) => parseTimestamp(v) ?? failed("google.protobuf.Timestamp"),
  ),
  global("uint64_to_uint64", "uint", "uint -> uint", same),
  global("double_to_uint64", "uint", "double -> uint", (v) => doubleToUint(v)),
  global("int64_to_uint64", "uint", "int -> uint", (v) => toUint(BigInt(v))),
  global("string_to_uint64", "uint", "string -> uint", (v) => parseUint(v)),
];
