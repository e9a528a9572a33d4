import { type JsonObject, record } from "../api/json.ts";

/** An API object without its managed fields: more than half of it. The very same object, or null, where there are none. */
export function withoutManagedFields<T extends JsonObject | null>(object: T): T {
  const { managedFields, ...metadata } = record(object?.metadata);
  return managedFields === undefined ? object : { ...object, metadata };
}
