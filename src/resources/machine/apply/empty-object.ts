import { oncePerObject } from "../../../async/once.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { ObjectShape } from "../../../schema/shape.ts";
import { zeroOf } from "../decode/decode.ts";

/**
 * Returns an object without any set fields: it has only the fields that are always present. The object is
 * shared, so do not change it.
 */
export const emptyObject: (shape: ObjectShape) => JsonObject = oncePerObject(zeroOf);
