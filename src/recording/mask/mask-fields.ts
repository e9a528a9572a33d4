import { setKey } from "../../json/object.ts";
import { unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { MaskedField } from "./field.ts";

/** Returns the replacement of a value. */
export type Replace = (value: Json, field: MaskedField) => Json;

/** Returns a copy in which the values of a field are replaced; the value itself if it does not have the field. */
export function maskField(value: Json, field: MaskedField, replace: Replace): Json {
  return maskAt(value, field.path, (found) => replace(found, field));
}

/** Does the same in the operations of a JSON patch, whose values are parts of the object. */
export function maskInPatch(
  operations: readonly JsonObject[],
  field: MaskedField,
  replace: Replace,
): JsonObject[] {
  return operations.map((operation) => {
    const { path, value } = operation;
    if (typeof path !== "string" || value === undefined) return operation;
    const rest = pathBelow(field.path, path.split("/").slice(1).map(unescapeToken));
    return rest === undefined
      ? operation
      : { ...operation, value: maskAt(value, rest, (found) => replace(found, field)) };
  });
}

/** Returns the rest of the field's path below a place: [] at the field and inside it; undefined elsewhere. */
function pathBelow(path: readonly string[], place: readonly string[]): readonly string[] | undefined {
  const fits = place.every(
    (token, i) => i >= path.length || path[i] === "*" || path[i] === token || isItem(path[i], token),
  );
  return fits ? path.slice(place.length) : undefined;
}

const isItem = (part: string | undefined, token: string): boolean =>
  part === "[]" && (token === "-" || /^\d+$/.test(token));

function maskAt(value: Json, path: readonly string[], replace: (value: Json) => Json): Json {
  const [part, ...rest] = path;
  if (part === undefined) return replace(value);
  if (part === "[]") return Array.isArray(value) ? value.map((item) => maskAt(item, rest, replace)) : value;
  if (!isJsonObject(value)) return value;
  const keys = part === "*" ? Object.keys(value) : Object.hasOwn(value, part) ? [part] : [];
  if (keys.length === 0) return value;
  const copy = { ...value };
  for (const key of keys) {
    const member = value[key];
    if (member !== undefined) setKey(copy, key, maskAt(member, rest, replace));
  }
  return copy;
}
