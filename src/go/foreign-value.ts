import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";

/** Go's printed forms of a value that JSON cannot represent. */
export interface ForeignForms {
  /** `%T` */
  readonly type: string;
  /** `%v` */
  readonly plain: string;
  /** `%#v` */
  readonly source: string;
}

const known = new WeakMap<JsonObject, ForeignForms>();

/** Makes a placeholder for such a value inside JSON: an empty object, which `foreignForms` recognizes. */
export function foreignValue(forms: ForeignForms): JsonObject {
  const value: JsonObject = {};
  known.set(value, forms);
  return value;
}

/** The printed forms of a placeholder; undefined for ordinary JSON. */
export const foreignForms = (value: Json): ForeignForms | undefined =>
  isJsonObject(value) ? known.get(value) : undefined;
