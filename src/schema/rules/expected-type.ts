import { CelDouble, CelError, type Value } from "../../cel/values/values.ts";
import { isGoFloat } from "../../go/float.ts";
import { goDynamicType } from "../../go/format.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import type { Structure } from "../structure.ts";

/**
 * Checks the type of a value before it is converted for expressions. Validation accepts some values of other
 * types: texts and lists if there is a format, and numbers such as `2.0` for integers (kube-openapi,
 * validate/type.go, Validate). Expressions then get an error (apiserver,
 * pkg/cel/common/valuesunstructured.go, UnstructuredToVal).
 */
export function ofExpectedType(
  structure: Structure,
  convert: ((value: Json) => Value) | undefined,
): (value: Json) => Value {
  return (value) => {
    if (value !== null && !isExpected(structure, value))
      return new CelError(complaint(structure, goTypeOf(value)));
    return convert === undefined ? value : convert(value);
  };
}

const isInteger = (value: Json): boolean =>
  (typeof value === "number" || typeof value === "bigint") && !isGoFloat(value);

const isNumeric = (value: unknown): boolean =>
  value instanceof CelDouble || typeof value === "number" || typeof value === "bigint";

function isExpected({ type, intOrString }: Structure, value: Json): boolean {
  if (intOrString) return typeof value === "string" || isInteger(value);
  switch (type) {
    case "object":
      return isJsonObject(value) && !isNumeric(value);
    case "array":
      return Array.isArray(value);
    case "number":
      return isNumeric(value);
    case "integer":
      return isInteger(value);
    case "string":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

const goTypeOf = (value: Json): string =>
  isNumeric(value) && !isInteger(value) ? "float64" : goDynamicType(value);

/** Error text for a value of the Go type `got`. */
function complaint({ type, intOrString }: Structure, got: string): string {
  if (intOrString) return "invalid data, expected XIntOrString value to be either a string or integer";
  if (type === "object") return "invalid data, expected a map for the provided schema with type=object";
  if (type === "array") return "invalid data, expected an array for the provided schema with type=array";
  return `invalid data, expected ${NAMES[type] ?? type}, got ${got}`;
}

const NAMES: Readonly<Record<string, string>> = { number: "float", integer: "int", boolean: "bool" };
