import type { JsonObject } from "../../../api/json.ts";
import type { ObjectShape } from "../../../schema/shape.ts";
import { zeroOf } from "../decode/decode.ts";

const made = new WeakMap<ObjectShape, JsonObject>();

/** An object in which nothing has been set: only the fields that are never left out. Shared: do not change it. */
export function emptyObject(shape: ObjectShape): JsonObject {
  let object = made.get(shape);
  if (object === undefined) {
    object = zeroOf(shape);
    made.set(shape, object);
  }
  return object;
}
