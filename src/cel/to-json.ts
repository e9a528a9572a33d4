import type { Json, JsonObject } from "../api/json.ts";
import { setKey } from "../json/object.ts";
import { durationText, timestampText } from "./libraries/time.ts";
import { CelStruct } from "./struct.ts";
import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelUint,
  isList,
  typeNameOf,
  type Value,
} from "./values.ts";

/** Thrown for what JSON has no form for, such as a type or an authorizer. */
export class NoJsonError extends Error {}

/** Integers beyond what a double can hold: as they are, or as texts. */
export type LargeIntegers = "number" | "text";

/** A value as JSON: bytes in base64, times as RFC 3339, durations in seconds. Throws NoJsonError. */
export function toJson(value: Value, large: LargeIntegers = "number"): Json {
  if (typeof value === "bigint") return large === "text" ? String(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => toJson(item, large));
  return value instanceof CelObject
    ? objectToJson(value, large)
    : members(
        Object.entries(value).map(([key, member]) => [key, member as Value]),
        large,
      );
}

function objectToJson(value: CelObject, large: LargeIntegers): Json {
  if (value instanceof CelStruct) return members(Object.entries(value.fields), large);
  if (value instanceof CelMap)
    return members(
      [...value.entries.values()].map((entry) => [keyText(entry.key), entry.value]),
      large,
    );
  if (value instanceof CelDouble) return value.value;
  if (value instanceof CelUint)
    return value.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value.value) : toJson(value.value, large);
  if (value instanceof CelBytes) return Buffer.from(value.bytes).toString("base64");
  if (value instanceof CelTimestamp) return timestampText(value);
  if (value instanceof CelDuration) return durationText(value);
  if (value instanceof CelOptional) return value.value === undefined ? null : toJson(value.value, large);
  throw new NoJsonError(`type conversion error from '${typeNameOf(value)}' to 'google.protobuf.Value'`);
}

function members(entries: readonly (readonly [string, Value])[], large: LargeIntegers): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of entries) setKey(out, key, toJson(value, large));
  return out;
}

function keyText(key: Value): string {
  if (typeof key === "string") return key;
  if (typeof key === "number" || typeof key === "bigint" || typeof key === "boolean") return String(key);
  return key instanceof CelUint ? String(key.value) : typeNameOf(key);
}
