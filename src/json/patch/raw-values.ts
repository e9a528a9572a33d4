import type { Json, JsonObject } from "../../api/json.ts";
import { type NumberLiterals, noteLiteral } from "../number-literals.ts";
import { setKey } from "../object.ts";
import { RawScalar } from "../raw-scalar.ts";
import { stringify } from "../stringify.ts";

/** True when some scalar of a value carries its text. */
export function hasRaw(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof RawScalar || Object.values(value).some(hasRaw);
}

/** Plain JSON again: parts that carry texts are copied; numbers leave their text in `literals`. */
export function resolveRaw<T extends Json>(value: T, literals: NumberLiterals | undefined): T {
  return (hasRaw(value) ? resolve(value, literals) : value) as T;
}

function resolve(value: unknown, literals: NumberLiterals | undefined): Json {
  if (value instanceof RawScalar) return value.value;
  if (typeof value !== "object" || value === null || !hasRaw(value)) return value as Json;
  const copy: Json[] | JsonObject = Array.isArray(value) ? [] : {};
  for (const [key, member] of Object.entries(value)) {
    setKey(copy as JsonObject, key, resolve(member, literals));
    if (literals && member instanceof RawScalar && typeof member.value !== "string")
      noteLiteral(literals, copy, key, member.text);
  }
  return copy;
}

/** Bytes of a value's JSON text. */
export function textSize(value: Json): number {
  return Buffer.byteLength(stringify(resolveRaw(value, undefined)));
}
