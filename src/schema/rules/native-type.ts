import { goFormsOf } from "../../cel/values/go-forms.ts";
import {
  CelDouble,
  CelObject,
  CelOptional,
  CelSchemaList,
  CelSchemaMap,
  isList,
  isMap,
  typeNameOf,
  type Value,
} from "../../cel/values/values.ts";

const NAMES: Readonly<Record<string, string>> = {
  int: "int64",
  double: "float64",
  null_type: "structpb.NullValue",
};

/** Returns the Go type of the content of a CEL value (Value of cel-go's common/types). */
export function nativeTypeOf(value: Value): string {
  if (value instanceof CelOptional && value.value !== undefined) return nativeTypeOf(value.value);
  if (isList(value)) return value instanceof CelSchemaList ? "[]interface {}" : "[]ref.Val";
  if (isMap(value)) return value instanceof CelSchemaMap ? "map[string]interface {}" : "map[ref.Val]ref.Val";
  const name = typeNameOf(value);
  const foreign =
    value instanceof CelObject && !(value instanceof CelDouble) ? goFormsOf(value)?.type : undefined;
  return foreign ?? NAMES[name] ?? name;
}
