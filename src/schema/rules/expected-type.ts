import { isJsonObject, type Json } from "../../api/json.ts";
import { CelError, type Value } from "../../cel/values.ts";
import { goDynamicType } from "../../json/go-format.ts";
import type { Structure } from "../structure.ts";

/**
 * Of a schema with a format, validation lets texts and lists through whatever the type is (kube-openapi,
 * validate/type.go, Validate): expressions see an error then (apiserver, pkg/cel/common/valuesunstructured.go,
 * UnstructuredToVal).
 */
export function ofExpectedType(
  structure: Structure,
  convert: ((value: Json) => Value) | undefined,
): (value: Json) => Value {
  return (value) => {
    if (value !== null && !isExpected(structure, value)) return new CelError(complaint(structure, value));
    return convert === undefined ? value : convert(value);
  };
}

const isNumeric = (value: Json): boolean => typeof value === "number" || typeof value === "bigint";

function isExpected({ type, intOrString }: Structure, value: Json): boolean {
  if (intOrString) return typeof value === "string" || isNumeric(value);
  switch (type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return Array.isArray(value);
    case "number":
    case "integer":
      return isNumeric(value);
    case "string":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function complaint({ type, intOrString }: Structure, value: Json): string {
  if (intOrString) return "invalid data, expected XIntOrString value to be either a string or integer";
  if (type === "object") return "invalid data, expected a map for the provided schema with type=object";
  if (type === "array") return "invalid data, expected an array for the provided schema with type=array";
  return `invalid data, expected ${NAMES[type] ?? type}, got ${goDynamicType(value)}`;
}

const NAMES: Readonly<Record<string, string>> = { number: "float", integer: "int", boolean: "bool" };
