import type { JsonObject } from "../../api/json.ts";
import { stringify } from "../../json/stringify.ts";
import type { ObjectShape } from "../../schema/shape.ts";
import { inGoOrder } from "./go-order.ts";

/** JSON text with keys in the order of a type's declaration, maps sorted, as Go prints it. Owns `value`. */
export const goJson = (value: JsonObject, shape: ObjectShape): string => stringify(inGoOrder(value, shape));
