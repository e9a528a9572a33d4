import { stringify } from "../json/stringify.ts";
import type { JsonObject } from "../json/value.ts";
import { inGoOrder } from "./go-order.ts";
import type { ObjectShape } from "./shape.ts";

/**
 * Prints JSON with keys in the order of a type's declaration and sorted maps, as Go does. Takes ownership of
 * `value`.
 */
export const goJson = (value: JsonObject, shape: ObjectShape): string => stringify(inGoOrder(value, shape));
