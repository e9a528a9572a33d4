import type { GoContainer } from "../../go/go-container.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import type { ScalarType, Shape } from "../shape.ts";

/**
 * Iterates over the structs, lists and maps in a value of a built-in type. Values that write themselves as JSON, such
 * as RawExtension and FieldsV1, have none.
 */
export function* goContainers(value: Json | undefined, shape: Shape): Generator<[object, GoContainer]> {
  if (shape.kind === "list" && Array.isArray(value)) {
    yield [value, { kind: "list", type: typeOf(shape) }];
    for (const item of value) yield* goContainers(item, shape.item);
  } else if (shape.kind === "map" && isJsonObject(value)) {
    yield [value, { kind: "map", type: typeOf(shape) }];
    for (const member of Object.values(value)) yield* goContainers(member, shape.value);
  } else if (shape.kind === "object" && isJsonObject(value)) {
    yield [value, { kind: "struct", type: shape.goType }];
    for (const { name, shape: field } of shape.fields.values()) yield* goContainers(value[name], field);
  }
}

const SCALARS: Readonly<Record<ScalarType, string>> = {
  string: "string",
  boolean: "bool",
  int32: "int32",
  int64: "int64",
  number: "float64",
  bytes: "[]uint8",
  quantity: "resource.Quantity",
  intOrString: "intstr.IntOrString",
  time: "v1.Time",
  microTime: "v1.MicroTime",
  duration: "v1.Duration",
};

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case "scalar":
      return shape.goType ?? SCALARS[shape.scalar];
    case "object":
      return shape.goType;
    case "list":
      return shape.goType ?? `[]${typeOf(shape.item)}`;
    case "map":
      return shape.goType ?? `map[${shape.goKeyType ?? "string"}]${typeOf(shape.value)}`;
    case "any":
      return "runtime.RawExtension";
  }
}
