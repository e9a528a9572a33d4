import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/**
 * Returns an object, a list or a table without the managed fields of its objects. A value without managed
 * fields is returned itself (apiserver/pkg/audit/request.go, copyWithoutManagedFields).
 */
export function withoutManagedFields(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const own = withoutOwn(value);
  if (Array.isArray(value.items)) return { ...own, items: value.items.map(withoutOwnOf) };
  if (value.kind === "Table" && Array.isArray(value.rows)) return { ...own, rows: value.rows.map(ofRow) };
  return own;
}

const withoutOwnOf = (item: Json): Json => (isJsonObject(item) ? withoutOwn(item) : item);

const ofRow = (row: Json): Json =>
  isJsonObject(row) && isJsonObject(row.object) ? { ...row, object: withoutOwn(row.object) } : row;

function withoutOwn(object: JsonObject): JsonObject {
  if (!isJsonObject(object.metadata) || object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
