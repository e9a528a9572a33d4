import { type JsonObject, record } from "../../json/value.ts";
import { keepNotes } from "./notes.ts";

/**
 * Returns a copy of an API object without its managed fields, which are more than half of it, but with its notes. If
 * there are no managed fields, returns the object itself (or null).
 */
export function withoutManagedFields<T extends JsonObject | null>(object: T): T {
  const { managedFields, ...metadata } = record(object?.metadata);
  if (object === null || managedFields === undefined) return object;
  keepNotes(record(object.metadata), metadata);
  const rest = { ...object, metadata };
  keepNotes(object, rest);
  return rest;
}
