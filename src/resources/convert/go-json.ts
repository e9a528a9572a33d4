import type { Json, JsonObject } from "../../api/json.ts";
import { isJsonObject } from "../../api/json.ts";
import { stringify } from "../../json/stringify.ts";
import type { ObjectShape, Shape } from "../../schema/shape.ts";

/** JSON text with keys in the order of a type's declaration, maps sorted, as Go prints it. */
export function goJson(value: JsonObject, shape: ObjectShape): string {
  return stringify(ordered(value, shape));
}

function ordered(value: Json, shape: Shape): Json {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((item) => ordered(item, shape.item));
  if (!isJsonObject(value)) return value;
  if (shape.kind === "object") return inOrderOf([...shape.fields.values()], value);
  if (shape.kind !== "map") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key] ?? null, shape.value)]),
  );
}

function inOrderOf(fields: readonly { name: string; shape: Shape }[], value: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const { name, shape } of fields) {
    const member = value[name];
    if (member !== undefined) result[name] = ordered(member, shape);
  }
  return result;
}
