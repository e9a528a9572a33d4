import { isBase64 } from "../../../go/base64.ts";
import { goTypeName } from "../../../go/type-name.ts";
import { literalOf, type NumberLiterals } from "../../../json/parse/number-literals.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";

/** Go type of a value in kube-apiserver, with the parts that its decoder's errors contain. */
export type GoType =
  | { readonly kind: "string"; readonly name: string }
  | { readonly kind: "bool"; readonly name: "bool" }
  | { readonly kind: "any"; readonly name: string }
  | { readonly kind: "integer"; readonly name: "int32" | "int64" | "uint8" }
  | { readonly kind: "bytes"; readonly name: "[]uint8" }
  | { readonly kind: "list"; readonly name: string; readonly of: GoType }
  | { readonly kind: "map"; readonly name: string; readonly of: GoType }
  | {
      readonly kind: "struct";
      readonly name: string;
      readonly fields: Readonly<Record<string, GoType>>;
      /** True: keys match in any case, as in encoding/json. */
      readonly anyCase?: boolean;
    };

/** A string, or a named string type. */
export const text = (name = "string"): GoType => ({ kind: "string", name });
/** Type that accepts every value. */
export const any = (name: string): GoType => ({ kind: "any", name });
export const bool: GoType = { kind: "bool", name: "bool" };
export const int32: GoType = { kind: "integer", name: "int32" };
export const int64: GoType = { kind: "integer", name: "int64" };
export const bytes: GoType = { kind: "bytes", name: "[]uint8" };
/** A slice, or a named slice type. */
export const list = (of: GoType, name = `[]${of.name}`): GoType => ({ kind: "list", name, of });
/** A map with string keys. */
export const map = (of: GoType): GoType => ({ kind: "map", name: `map[string]${of.name}`, of });
/** A struct by its fields. `anyCase`: names in another case are accepted too, as Go's encoding/json does. */
export const struct = (
  name: string,
  fields: Readonly<Record<string, GoType>>,
  { anyCase = false } = {},
): GoType => ({ kind: "struct", name, fields, anyCase });

/** Error of `checkGoType`, with the decoder's text. */
class GoTypeError extends Error {}

interface Place {
  /** Innermost struct, without its package. */
  readonly struct: string;
  /** Names of the fields from the top, without indexes. */
  readonly path: string;
  /** Text of a number, if its value does not determine it. */
  readonly literal?: string | undefined;
}

/**
 * Checks a parsed value against a type as encoding/json does: unknown fields are ignored, and null is
 * accepted for every type. The first wrong value throws
 * `json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool`.
 * `literals`: number texts of the source, since `1e3` is not an integer for Go.
 */
export const checkGoType = (value: Json | undefined, type: GoType, literals?: NumberLiterals): void =>
  check(value, type, { struct: "", path: "" }, literals);

function check(value: Json | undefined, type: GoType, place: Place, literals?: NumberLiterals): void {
  if (value === undefined || value === null) return;
  switch (type.kind) {
    case "string":
      expect(typeof value === "string", value, type, place);
      break;
    case "bool":
      expect(typeof value === "boolean", value, type, place);
      break;
    case "integer":
      checkInteger(value, type, place);
      break;
    case "bytes":
      checkBytes(value, type, place, literals);
      break;
    case "list":
      expect(Array.isArray(value), value, type, place);
      checkItems(value as Json[], type.of, place, literals);
      break;
    case "map":
      expect(isJsonObject(value), value, type, place);
      for (const item of Object.values(value)) check(item, type.of, place, literals);
      break;
    case "struct":
      expect(isJsonObject(value), value, type, place);
      checkFields(value as JsonObject, type, place, literals);
  }
}

function checkItems(
  items: readonly Json[],
  type: GoType,
  place: Place,
  literals: NumberLiterals | undefined,
): void {
  for (const [index, item] of items.entries())
    check(item, type, { ...place, literal: literalOf(literals, items, index) }, literals);
}

function checkFields(
  value: JsonObject,
  type: GoType & { kind: "struct" },
  place: Place,
  literals: NumberLiterals | undefined,
): void {
  const struct = type.name.slice(type.name.lastIndexOf(".") + 1);
  for (const key of Object.keys(value)) {
    const name = fieldName(type, key);
    const field = name === undefined ? undefined : type.fields[name];
    if (field === undefined) continue;
    const path = place.path === "" ? `${name}` : `${place.path}.${name}`;
    check(value[key], field, { struct, path, literal: literalOf(literals, value, key) }, literals);
  }
}

function fieldName({ fields, anyCase }: GoType & { kind: "struct" }, key: string): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  if (anyCase !== true) return undefined;
  return Object.keys(fields).find((name) => name.toLowerCase() === key.toLowerCase());
}

const LIMITS = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint8: [0n, 255n],
} as const;

/** Digits that can fit in 64 bits. */
const DIGITS = /^-?\d{1,20}$/;

function checkInteger(value: Json, type: GoType & { kind: "integer" }, place: Place): void {
  expect(typeof value === "number" || typeof value === "bigint", value, type, place);
  const written = place.literal ?? String(value);
  const [least, most] = LIMITS[type.name];
  const fits = DIGITS.test(written) && BigInt(written) >= least && BigInt(written) <= most;
  if (!fits) fail(`number ${written}`, type, place);
}

const BYTE = { kind: "integer", name: "uint8" } as const;

/** Checks bytes: base64, or a list of numbers, since `[]uint8` is a list like any other for encoding/json. */
function checkBytes(value: Json, type: GoType, place: Place, literals: NumberLiterals | undefined): void {
  if (Array.isArray(value)) {
    checkItems(value, BYTE, place, literals);
    return;
  }
  expect(typeof value === "string", value, type, place);
  checkBase64(String(value));
}

/** Checks base64. Line breaks are allowed; the error has the position of the first invalid byte. */
function checkBase64(value: string): void {
  if (isBase64(value.replace(/[\r\n]/g, ""))) return;
  throw new GoTypeError(`illegal base64 data at input byte ${badPosition(value)}`);
}

function badPosition(value: string): number {
  const bad = value.search(/[^A-Za-z0-9+/=\r\n]/);
  if (bad >= 0) return bad;
  const padding = value.indexOf("=");
  if (padding < 0) return value.length - (value.length % 4);
  return padding % 4 < 2 ? padding : Math.min(value.length, padding - (padding % 4) + 4);
}

function expect(holds: boolean, value: Json, type: GoType, place: Place): void {
  if (!holds) fail(goTypeName(value), type, place);
}

function fail(found: string, type: GoType, { struct, path }: Place): never {
  const where = path === "" ? "Go value" : `Go struct field ${struct}.${path}`;
  throw new GoTypeError(`json: cannot unmarshal ${found} into ${where} of type ${type.name}`);
}
