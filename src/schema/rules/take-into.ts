import {
  CelDouble,
  CelError,
  CelSchemaList,
  CelSchemaMap,
  CelTypeValue,
  type Value,
} from "../../cel/values/values.ts";
import type { Json } from "../../json/value.ts";
import type { Structure } from "../structure.ts";
import { complaint, ofExpectedType } from "./expected-type.ts";
import { nativeTypeOf } from "./native-type.ts";
import type { TakeIn } from "./typed-list.ts";

/**
 * Converts a value that is added to a list of a schema. The reference keeps the content of the value, and
 * reads it by the schema on access (Add and Get of unstructuredList). So it cannot read times, lists and maps
 * that expressions have created.
 */
export function takeInto(items: Structure, convert: ((value: Json) => Value) | undefined): TakeIn {
  const read = ofExpectedType(items, convert);
  return (item) => {
    if (isScalar(item)) return read(item as Json);
    if (item instanceof CelTypeValue) return read(item.name);
    if (item instanceof CelSchemaList && items.type === "array") return item;
    if (item instanceof CelSchemaMap && items.type === "object") return item;
    return new CelError(complaint(items, nativeTypeOf(item)));
  };
}

const isScalar = (item: Value): boolean =>
  (typeof item !== "object" && item !== undefined) || item instanceof CelDouble;
