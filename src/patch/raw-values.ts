import { setKey } from "../json/object.ts";
import { type NumberLiterals, noteLiteral } from "../json/parse/number-literals.ts";
import { RawScalar } from "../json/raw-scalar.ts";
import { stringify } from "../json/stringify.ts";
import type { Json, JsonObject } from "../json/value.ts";

/**
 * Replaces RawScalar by plain values. Parts that contain them are copied; the texts of numbers are added to
 * `literals`.
 */
export function resolveRaw<T extends Json>(value: T, literals: NumberLiterals | undefined): T;
export function resolveRaw(value: Json | RawScalar, literals: NumberLiterals | undefined): Json {
  if (value instanceof RawScalar) return value.value;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? resolveItems(value, literals) : resolveMembers(value, literals);
}

function resolveItems(list: Json[], literals: NumberLiterals | undefined): Json[] {
  let copy: Json[] | undefined;
  list.forEach((item, i) => {
    const resolved = resolveRaw(item, literals);
    if (resolved === item) return;
    copy ??= [...list];
    copy[i] = resolved;
    noteText(item, literals, copy, i);
  });
  return copy ?? list;
}

function resolveMembers(object: JsonObject, literals: NumberLiterals | undefined): JsonObject {
  let copy: JsonObject | undefined;
  for (const key in object) {
    const member = object[key];
    if (member === undefined) continue;
    const resolved = resolveRaw(member, literals);
    if (resolved === member) continue;
    copy ??= { ...object };
    setKey(copy, key, resolved);
    noteText(member, literals, copy, key);
  }
  return copy ?? object;
}

function noteText(
  member: unknown,
  literals: NumberLiterals | undefined,
  container: object,
  key: string | number,
): void {
  if (literals && member instanceof RawScalar && typeof member.value !== "string")
    noteLiteral(literals, container, key, member.text);
}

/** Size of a value's JSON text, in bytes. */
export const textSize = (value: Json): number => Buffer.byteLength(stringify(resolveRaw(value, undefined)));
