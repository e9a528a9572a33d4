import type { Json, JsonObject } from "../../json/value.ts";
import type { ScalarType } from "../shape.ts";
import type { FieldPlan, ObjectPlan, Plan } from "./plan.ts";

/** Returns the printed value of a field that is not set. */
export function zeroField(field: FieldPlan): Json {
  if (field.pointer) return null;
  const { plan } = field;
  return plan.op === "list" || plan.op === "map" ? null : zeroElement(plan);
}

/** Returns the value of null in a list or map, as Go decodes it. */
export function zeroElement(plan: Plan): Json {
  switch (plan.op) {
    case "object":
      return zeroObject(plan);
    case "scalar":
      return zeroScalar(plan.scalar);
    default:
      return null;
  }
}

/** Returns the zero value of a scalar. */
export const zeroScalar = (scalar: ScalarType): Json => ZEROS[scalar];

const ZEROS = {
  string: "",
  boolean: false,
  int32: 0,
  int64: 0,
  number: 0,
  bytes: null,
  quantity: "0",
  intOrString: 0,
  time: null,
  microTime: null,
  duration: "0s",
} as const;

/** Returns an object with only the fields that are always printed. */
export function zeroObject(plan: ObjectPlan): JsonObject {
  const zero: JsonObject = {};
  for (const field of plan.always) zero[field.name] = zeroField(field);
  return zero;
}
