import { setKey } from "../../json/object.ts";
import { literalOf, type NumberLiterals, noteLiteral } from "../../json/parse/number-literals.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { ObjectShape, Shape } from "../shape.ts";

/**
 * Returns an object with the field names of its type. Go's own JSON decoder finds fields without regard to
 * case (encoding/json, Unmarshal), unlike the decoder of requests. Fields that the type does not have keep
 * their names.
 */
export function withFieldNames(
  value: JsonObject,
  { fields }: ObjectShape,
  literals?: NumberLiterals,
): JsonObject {
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]));
  const named: JsonObject = {};
  for (const [key, member = null] of Object.entries(value)) {
    const name = names.get(key.toLowerCase()) ?? key;
    if (member === null && Object.hasOwn(named, name)) continue;
    setKey(named, name, namedInside(member, fields.get(name)?.shape, literals));
    const text = literalOf(literals, value, key);
    if (literals !== undefined && text !== undefined) noteLiteral(literals, named, name, text);
  }
  return named;
}

/** The same for a value of any shape. `literals` gets the texts of numbers in the new objects. */
export function namedInside(value: Json, shape: Shape | undefined, literals?: NumberLiterals): Json {
  if (shape?.kind === "object" && isJsonObject(value)) return withFieldNames(value, shape, literals);
  if (shape?.kind === "list" && Array.isArray(value))
    return value.map((item) => namedInside(item, shape.item, literals));
  return value;
}
