import type { Json, JsonObject } from "../../../api/json.ts";
import type { FieldPlan, ObjectPlan, Plan } from "./plan.ts";

/** What is printed of a field that nobody has set. */
export function zeroField(field: FieldPlan): Json {
  if (field.pointer) return null;
  const { plan } = field;
  return plan.op === "list" || plan.op === "map" ? null : zeroElement(plan);
}

/** What Go makes of null in a list or map. */
export function zeroElement(plan: Plan): Json {
  switch (plan.op) {
    case "object":
      return zeroObject(plan);
    case "scalar":
      return ZEROS[plan.scalar];
    default:
      return null;
  }
}

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

/** An object with nothing in it but what is never left out. */
export function zeroObject(plan: ObjectPlan): JsonObject {
  const zero: JsonObject = {};
  for (const field of plan.always) zero[field.name] = zeroField(field);
  return zero;
}
