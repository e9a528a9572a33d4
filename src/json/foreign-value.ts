import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";

/** How Go prints a value that JSON has no form for. */
export interface ForeignForms {
  /** `%T` */
  readonly type: string;
  /** `%v` */
  readonly plain: string;
  /** `%#v` */
  readonly source: string;
}

const known = new WeakMap<JsonObject, ForeignForms>();

/** Stands for such a value among JSON: an empty object, which `foreignForms` tells from others. */
export function foreignValue(forms: ForeignForms): JsonObject {
  const value: JsonObject = {};
  known.set(value, forms);
  return value;
}

/** Undefined for what is JSON. */
export const foreignForms = (value: Json): ForeignForms | undefined =>
  isJsonObject(value) ? known.get(value) : undefined;
