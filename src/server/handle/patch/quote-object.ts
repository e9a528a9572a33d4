import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { setKey } from "../../../json/object.ts";
import { stringify } from "../../../json/stringify.ts";
import type { ObjectShape, Shape } from "../../../schema/shape.ts";

/**
 * A patched object as refusals quote it: the outermost names sorted, since the patch went through a map; below, fields
 * in the order of their declaration and maps sorted, as the reference's encoder writes them.
 */
export function quoteObject(object: JsonObject, shape: ObjectShape): string {
  const ordered: JsonObject = {};
  for (const name of Object.keys(object).sort())
    setKey(ordered, name, inOrder(object[name] ?? null, shape.fields.get(name)?.shape));
  return stringify(ordered);
}

function inOrder(value: Json, shape: Shape | undefined): Json {
  if (Array.isArray(value))
    return value.map((item) => inOrder(item, shape?.kind === "list" ? shape.item : undefined));
  if (!isJsonObject(value)) return value;
  return shape?.kind === "object"
    ? declared(value, shape)
    : sorted(value, shape?.kind === "map" ? shape.value : undefined);
}

function declared(value: JsonObject, shape: ObjectShape): JsonObject {
  const ordered: JsonObject = {};
  for (const { name, shape: inner } of shape.fields.values())
    if (Object.hasOwn(value, name)) setKey(ordered, name, inOrder(value[name] ?? null, inner));
  for (const name of Object.keys(value).sort())
    if (!shape.fields.has(name)) setKey(ordered, name, inOrder(value[name] ?? null, undefined));
  return ordered;
}

function sorted(value: JsonObject, inner: Shape | undefined): JsonObject {
  const ordered: JsonObject = {};
  for (const name of Object.keys(value).sort()) setKey(ordered, name, inOrder(value[name] ?? null, inner));
  return ordered;
}
