import type { GoContainer } from "../../go/go-container.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { makePlan } from "../decode/plan.ts";
import type { Shape } from "../shape.ts";

/**
 * Iterates over the structs, lists and maps in a value of a built-in type. Values that write themselves as JSON, such
 * as RawExtension and FieldsV1, have none.
 */
export function* goContainers(value: Json | undefined, shape: Shape): Generator<[object, GoContainer]> {
  if (shape.kind === "list" && Array.isArray(value)) {
    yield [value, { kind: "list", type: makePlan(shape).goType }];
    for (const item of value) yield* goContainers(item, shape.item);
  } else if (shape.kind === "map" && isJsonObject(value)) {
    yield [value, { kind: "map", type: makePlan(shape).goType }];
    for (const member of Object.values(value)) yield* goContainers(member, shape.value);
  } else if (shape.kind === "object" && isJsonObject(value)) {
    yield [value, { kind: "struct", type: shape.goType }];
    for (const { name, shape: field } of shape.fields.values()) yield* goContainers(value[name], field);
  }
}
