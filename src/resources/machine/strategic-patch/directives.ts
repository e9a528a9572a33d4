import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { setKey } from "../../../json/object.ts";

export const PATCH = "$patch";
export const RETAIN_KEYS = "$retainKeys";
export const DELETE_FROM_LIST = "$deleteFromPrimitiveList";
export const ELEMENT_ORDER = "$setElementOrder";

/** `$setElementOrder/ports` → `ports`; undefined without a slash right after the directive. */
export function directiveTarget(key: string, directive: string): string | undefined {
  return key.startsWith(`${directive}/`) ? key.slice(directive.length + 1) : undefined;
}

/**
 * A value that is new to the object: without null members and without whatever carries `$patch`; undefined when the
 * value itself does.
 */
export function plainValue(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.map(plainValue).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, PATCH)) return undefined;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    const plain = member === null || member === undefined ? undefined : plainValue(member);
    if (plain !== undefined) setKey(copy, key, plain);
  }
  return copy;
}
