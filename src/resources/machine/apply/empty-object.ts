import { oncePerObject } from "../../../async/once.ts";
import type { JsonObject } from "../../../json/value.ts";
import { zeroOf } from "../../../types/decode/decode.ts";
import type { ObjectShape } from "../../../types/shape.ts";

/**
 * Returns an object without any set fields: it has only the fields that are always present. The object is
 * shared, so do not change it.
 */
export const emptyObject: (shape: ObjectShape) => JsonObject = oncePerObject(zeroOf);
