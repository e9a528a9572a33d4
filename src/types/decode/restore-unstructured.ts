import { isGoFloat } from "../../go/float.ts";
import { asInt64 } from "../../go/format.ts";
import { clone, setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { ObjectShape, ScalarShape, ScalarType, SchemaUnion, Shape } from "../shape.ts";
import { decodeUnionFromMap } from "./decode.ts";
import { DecodeError } from "./decode-error.ts";
import { describe } from "./place.ts";
import { decodeScalar, ScalarProblem } from "./scalars.ts";

/**
 * Gives a value that was built in memory, not parsed from a text, the form of a type, like the reference
 * (apimachinery, runtime/converter.go): integers that are too large lose their high bits. Works in place.
 * Returns the first problem in the order of the fields, in the reference's words; undefined if these rules
 * find none.
 */
export function restoreUnstructured(value: JsonObject, shape: ObjectShape): string | undefined {
  for (const { name, shape: field } of shape.fields.values()) {
    const member = value[name];
    const problem =
      member === undefined ? undefined : restore(member, field, (made) => setKey(value, name, made));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Replaces a value. */
type Put = (value: Json) => void;

function restore(value: Json, shape: Shape, put: Put): string | undefined {
  if (value === null) return undefined;
  switch (shape.kind) {
    case "any":
      return shape.union === undefined ? undefined : unionProblem(value, shape.union);
    case "scalar":
      return restoreScalar(value, shape, put);
    case "object":
      return isJsonObject(value)
        ? restoreUnstructured(value, shape)
        : `cannot restore struct from: ${kindOf(value)}`;
    case "map":
      return isJsonObject(value)
        ? restoreMap(value, shape.value)
        : `cannot restore map from ${kindOf(value)}`;
    case "list":
      return Array.isArray(value)
        ? restoreList(value, shape.item)
        : `cannot restore slice from ${kindOf(value)}`;
  }
}

/** Returns the problem of a union of JSON schemas, which decodes itself from JSON. */
function unionProblem(value: Json, union: SchemaUnion): string | undefined {
  try {
    decodeUnionFromMap(clone(value), union);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function restoreMap(map: JsonObject, shape: Shape): string | undefined {
  for (const [key, value] of Object.entries(map)) {
    const problem = value === undefined ? undefined : restore(value, shape, (made) => setKey(map, key, made));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function restoreList(list: Json[], shape: Shape): string | undefined {
  for (const [i, value] of list.entries()) {
    const problem = restore(value, shape, (made) => {
      list[i] = made;
    });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns Go's kind of a value that was decoded from JSON. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return "slice";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || typeof value === "bigint") return isGoFloat(value) ? "float64" : "int64";
  return isJsonObject(value) ? "map" : "string";
}

/** Scalars that decode themselves from JSON. */
const OWN: ReadonlySet<ScalarType> = new Set(["quantity", "intOrString", "time", "microTime", "duration"]);
const GO_KINDS: Readonly<Partial<Record<ScalarType, string>>> = { boolean: "bool", number: "float64" };

/** Returns the low bits of a whole number that an integer type keeps. */
function lowBits(value: Json, scalar: ScalarType): number | bigint | undefined {
  if (!isWhole(value)) return undefined;
  if (scalar === "int32") return Number(BigInt.asIntN(32, asInt64(value)));
  return scalar === "int64" && isGoFloat(value) ? asInt64(value) : undefined;
}

const isWhole = (value: Json): value is number | bigint =>
  typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));

/** Converts a list of numbers to bytes; each number keeps only its lowest 8 bits. */
function restoreBytes(list: readonly Json[], put: Put): string | undefined {
  const wrong = list.find((item) => item !== null && !isWhole(item));
  if (wrong !== undefined)
    return kindOf(wrong) === "float64" ? "cannot convert float64 to uint8" : "unrecognized type: uint8";
  const bytes = list.map((item) => (isWhole(item) ? Number(BigInt.asUintN(8, asInt64(item))) : 0));
  put(Buffer.from(bytes).toString("base64"));
  return undefined;
}

function restoreScalar(value: Json, { scalar, goType }: ScalarShape, put: Put): string | undefined {
  if (scalar === "bytes" && Array.isArray(value)) return restoreBytes(value, put);
  const low = lowBits(value, scalar);
  if (low !== undefined) {
    if (low !== value) put(low);
    return undefined;
  }
  const held = typeof value === "bigint" && isGoFloat(value) ? Number(value) : value;
  const result = decodeScalar(held, scalar, () => undefined);
  if (!(result instanceof ScalarProblem)) return undefined;
  if (OWN.has(scalar)) return result.text ?? describe(result.found, result.wanted ?? scalar, undefined);
  const kind = kindOf(value);
  if (scalar === "bytes")
    return kind === "string"
      ? `error decoding from json: ${result.text}`
      : `cannot restore slice from ${kind}`;
  const wanted = GO_KINDS[scalar] ?? scalar;
  const converts = scalar === "string" ? kind === "int64" : kind === "float64" && wanted.startsWith("int");
  return converts ? `cannot convert ${kind} to ${goType ?? wanted}` : `unrecognized type: ${wanted}`;
}
