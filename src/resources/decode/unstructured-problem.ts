import type { Json, JsonObject } from "../../api/json.ts";
import type { ObjectShape, ScalarShape, ScalarType, Shape } from "../../schema/shape.ts";
import { describe } from "./place.ts";
import { decodeScalar, ScalarProblem } from "./scalars.ts";

/**
 * Why a value that was put together in memory, not read from a text, has not the form of a type: the first thing in
 * the order of the fields, in the words that the reference has for it (apimachinery, runtime/converter.go).
 * Undefined: nothing that these rules know of.
 */
export function unstructuredProblem(value: JsonObject, shape: ObjectShape): string | undefined {
  for (const { name, shape: field } of shape.fields.values()) {
    const member = value[name];
    const problem = member === undefined ? undefined : problemOf(member, field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(value: Json, shape: Shape): string | undefined {
  if (value === null) return undefined;
  switch (shape.kind) {
    case "any":
      return undefined;
    case "scalar":
      return scalarProblem(value, shape);
    case "object":
      return isMap(value)
        ? unstructuredProblem(value, shape)
        : `cannot restore struct from: ${kindOf(value)}`;
    case "map":
      return isMap(value)
        ? firstProblem(Object.values(value), shape.value)
        : `cannot restore map from ${kindOf(value)}`;
    case "list":
      return Array.isArray(value)
        ? firstProblem(value, shape.item)
        : `cannot restore slice from ${kindOf(value)}`;
  }
}

const isMap = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function firstProblem(values: readonly (Json | undefined)[], shape: Shape): string | undefined {
  for (const value of values) {
    const problem = value === undefined ? undefined : problemOf(value, shape);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Go's kinds of what JSON becomes in memory. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return "slice";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "bigint" ? "int64" : isMap(value) ? "map" : "string";
}

/** Scalars that convert themselves, from JSON. */
const OWN: ReadonlySet<ScalarType> = new Set(["quantity", "intOrString", "time", "microTime", "duration"]);
const GO_KINDS: Readonly<Partial<Record<ScalarType, string>>> = { boolean: "bool", number: "float64" };

function scalarProblem(value: Json, { scalar, goType }: ScalarShape): string | undefined {
  const result = decodeScalar(value, scalar, () => undefined);
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
