import { type JsonObject, record } from "../api/json.ts";
import { keepNotes } from "./notes.ts";

/**
 * An API object without its managed fields, which are more than half of it, and with its notes. The object itself, or null,
 * where there are none.
 */
export function withoutManagedFields<T extends JsonObject | null>(object: T): T {
  const { managedFields, ...metadata } = record(object?.metadata);
  if (object === null || managedFields === undefined) return object;
  keepNotes(record(object.metadata), metadata);
  const rest = { ...object, metadata };
  keepNotes(object, rest);
  return rest;
}
