import { isBase64 } from "../../../api/base64.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { goTypeName } from "../../../json/go-type-name.ts";

/** The shape that a value has in the reference, as far as its decoder's errors tell of it. */
export type GoType =
  | { readonly kind: "string"; readonly name: string }
  | { readonly kind: "bool"; readonly name: "bool" }
  | { readonly kind: "integer"; readonly name: "int32" | "int64" | "uint8" }
  | { readonly kind: "bytes"; readonly name: "[]uint8" }
  | { readonly kind: "list"; readonly name: string; readonly of: GoType }
  | { readonly kind: "map"; readonly name: string; readonly of: GoType }
  | { readonly kind: "struct"; readonly name: string; readonly fields: Readonly<Record<string, GoType>> };

export const text = (name = "string"): GoType => ({ kind: "string", name });
export const bool: GoType = { kind: "bool", name: "bool" };
export const int32: GoType = { kind: "integer", name: "int32" };
export const int64: GoType = { kind: "integer", name: "int64" };
export const bytes: GoType = { kind: "bytes", name: "[]uint8" };
export const list = (of: GoType): GoType => ({ kind: "list", name: `[]${of.name}`, of });
export const map = (of: GoType): GoType => ({ kind: "map", name: `map[string]${of.name}`, of });
export const struct = (name: string, fields: Readonly<Record<string, GoType>>): GoType => ({
  kind: "struct",
  name,
  fields,
});

/** Thrown by `checkGoType`; the message is the decoder's. */
export class GoTypeError extends Error {}

interface Place {
  /** Innermost struct, without its package. */
  readonly struct: string;
  /** Names of the fields from the top, without indexes. */
  readonly path: string;
}

/**
 * Checks a parsed value against a type as encoding/json does: unknown fields are no matter, null fits everything, the
 * first wrong one throws `json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool`.
 */
export function checkGoType(
  value: Json | undefined,
  type: GoType,
  place: Place = { struct: "", path: "" },
): void {
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
      checkBytes(value, type, place);
      break;
    case "list":
      expect(Array.isArray(value), value, type, place);
      for (const item of value as Json[]) checkGoType(item, type.of, place);
      break;
    case "map":
      expect(isJsonObject(value), value, type, place);
      for (const item of Object.values(value)) checkGoType(item, type.of, place);
      break;
    case "struct":
      expect(isJsonObject(value), value, type, place);
      checkFields(value as JsonObject, type, place);
  }
}

function checkFields(value: JsonObject, type: GoType & { kind: "struct" }, place: Place): void {
  const struct = type.name.slice(type.name.lastIndexOf(".") + 1);
  for (const key of Object.keys(value)) {
    const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
    if (field === undefined) continue;
    checkGoType(value[key], field, { struct, path: place.path === "" ? key : `${place.path}.${key}` });
  }
}

function checkInteger(value: Json, type: GoType, place: Place): void {
  if (typeof value === "number" && !Number.isInteger(value)) fail(`number ${value}`, type, place);
  expect(typeof value === "number" || typeof value === "bigint", value, type, place);
}

const BYTE: GoType = { kind: "integer", name: "uint8" };

/** Base64, or a list of numbers: to encoding/json that is a `[]uint8` like any other list. */
function checkBytes(value: Json, type: GoType, place: Place): void {
  if (!Array.isArray(value)) {
    expect(typeof value === "string", value, type, place);
    checkBase64(String(value));
    return;
  }
  for (const item of value) {
    checkGoType(item, BYTE, place);
    if (item !== null && (Number(item) < 0 || Number(item) > 255)) fail(`number ${item}`, BYTE, place);
  }
}

/** Line breaks are allowed, anything else that is not standard base64 is named by its position. */
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
