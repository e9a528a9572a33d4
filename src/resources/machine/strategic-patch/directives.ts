import { setKey } from "../../../json/object.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";

export const PATCH = "$patch";
export const RETAIN_KEYS = "$retainKeys";
export const DELETE_FROM_LIST = "$deleteFromPrimitiveList";
export const ELEMENT_ORDER = "$setElementOrder";

/** Converts `$setElementOrder/ports` to `ports`; undefined if no slash follows the directive. */
export function directiveTarget(key: string, directive: string): string | undefined {
  return key.startsWith(`${directive}/`) ? key.slice(directive.length + 1) : undefined;
}

/** Prepares a value that the object does not have yet: like `withoutDirectives`, and without null members. */
export function plainValue(value: Json): Json | undefined {
  dropNulls(value);
  return withoutDirectives(value);
}

function dropNulls(value: Json | undefined): void {
  if (Array.isArray(value)) for (const item of value) dropNulls(item);
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value))
    if (value[key] === null) delete value[key];
    else dropNulls(value[key]);
}

/**
 * Returns a value without all parts that have `$patch`; undefined if the value itself has it. Objects are
 * changed in place.
 */
export function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, PATCH)) return undefined;
  for (const key of Object.keys(value)) {
    const plain = withoutDirectives(value[key]!);
    if (plain === undefined) delete value[key];
    else setKey(value, key, plain);
  }
  return value;
}
