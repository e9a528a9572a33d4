import { setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { ObjectShape, Shape } from "../shape.ts";

/**
 * Returns an object with the field names of its type. Go's own JSON decoder finds fields without regard to
 * case (encoding/json, Unmarshal), unlike the decoder of requests. Fields that the type does not have keep
 * their names.
 */
export function withFieldNames(value: JsonObject, { fields }: ObjectShape): JsonObject {
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]));
  const named: JsonObject = {};
  for (const [key, member = null] of Object.entries(value)) {
    const name = names.get(key.toLowerCase()) ?? key;
    setKey(named, name, inside(member, fields.get(name)?.shape));
  }
  return named;
}

function inside(value: Json, shape: Shape | undefined): Json {
  if (shape?.kind === "object" && isJsonObject(value)) return withFieldNames(value, shape);
  if (shape?.kind === "list" && Array.isArray(value)) return value.map((item) => inside(item, shape.item));
  return value;
}
