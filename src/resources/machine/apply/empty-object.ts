import type { JsonObject } from "../../../json/value.ts";
import type { ObjectShape } from "../../../schema/shape.ts";
import { zeroOf } from "../decode/decode.ts";

const made = new WeakMap<ObjectShape, JsonObject>();

/**
 * Returns an object without any set fields: it has only the fields that are always present. The object is
 * shared, so do not change it.
 */
export function emptyObject(shape: ObjectShape): JsonObject {
  let object = made.get(shape);
  if (object === undefined) {
    object = zeroOf(shape);
    made.set(shape, object);
  }
  return object;
}
