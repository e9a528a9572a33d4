import type { ObjectFamily } from "../types/environment.ts";
import { DYN, objectType, STRING } from "../types/types.ts";
import { CelStruct } from "../values/struct.ts";
import { CelMap, isList, type Value } from "../values/values.ts";

const OBJECT = "Object";
const JSON_PATCH_TYPE = "JSONPatch";

const anyField = (): typeof DYN => DYN;
/** A field that an operation does not have gets a type without a name in errors. */
const patchField = (field: string): typeof DYN =>
  field === "value" ? DYN : field === "op" || field === "path" || field === "from" ? STRING : objectType("");

/**
 * The types of mutations: `Object` with any field, `Object.spec` and so on for the levels below; `JSONPatch`
 * for one operation. Fields that do not exist are found only when the mutation is applied.
 */
export const patchTypes: ObjectFamily = (name) => {
  if (name === JSON_PATCH_TYPE) return patchField;
  return name === OBJECT || name.startsWith(`${OBJECT}.`) ? anyField : undefined;
};

/** Returns errors, in the reference's words, for objects whose type is not the path at which they are used. */
export function misplacedTypes(value: Value): readonly string[] {
  return value instanceof CelStruct ? [...misplaced(value, value.typeName)] : [];
}

function* misplaced(value: Value, path: string): Generator<string> {
  if (value instanceof CelStruct) {
    if (value.typeName !== path)
      yield `unexpected type name "${value.typeName}", expected "${path}", which matches field name path from root Object type`;
    for (const [field, member] of Object.entries(value.fields)) yield* misplaced(member, `${path}.${field}`);
  } else if (isList(value)) {
    for (const item of value) yield* misplaced(item, path);
  } else if (value instanceof CelMap) {
    for (const entry of value.entries.values()) yield* misplaced(entry.value, path);
  }
}
