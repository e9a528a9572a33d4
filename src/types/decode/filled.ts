import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { ObjectShape, Shape } from "../shape.ts";
import { zeroScalar } from "./zero.ts";

/**
 * Returns a decoded object with the values that Go has in memory, in the order of declaration: absent texts, bytes and
 * times are "", numbers 0, lists and maps empty, and structs filled in the same way. Absent pointers and raw values stay absent.
 * `T`: the generated type.
 */
export const filled = <T>(value: JsonObject, shape: ObjectShape): T => full(value, shape) as T;

function full(value: JsonObject, shape: ObjectShape): JsonObject {
  const all: JsonObject = {};
  for (const [name, field] of shape.fields) {
    const given = value[name] ?? undefined;
    const member =
      given === undefined && (field.pointer || field.shape.kind === "any")
        ? undefined
        : inside(given, field.shape);
    if (member !== undefined) all[name] = member;
  }
  return all;
}

function inside(value: Json | undefined, shape: Shape): Json | undefined {
  if (shape.kind === "object") return full(isJsonObject(value) ? value : {}, shape);
  if (shape.kind === "list")
    return Array.isArray(value) ? value.map((item) => inside(item, shape.item) ?? null) : [];
  if (shape.kind === "map")
    return Object.fromEntries(
      Object.entries(isJsonObject(value) ? value : {}).map(([key, item]) => [key, inside(item, shape.value)]),
    );
  return value ?? (shape.kind === "scalar" ? (zeroScalar(shape.scalar) ?? "") : undefined);
}
