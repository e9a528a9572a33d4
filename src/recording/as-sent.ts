import { isJsonObject, type JsonObject, record } from "../json/value.ts";

/**
 * Removes the fields that the server set on a written object. The client sent it with the earlier
 * resourceVersion, if there was one.
 */
export function asSent(object: JsonObject | null, oldObject: JsonObject | null): JsonObject | null {
  if (!isJsonObject(object?.metadata)) return object;
  const { resourceVersion: _written, uid: _uid, creationTimestamp: _time, ...metadata } = object.metadata;
  const { resourceVersion } = record(oldObject?.metadata);
  return { ...object, metadata: resourceVersion === undefined ? metadata : { ...metadata, resourceVersion } };
}

/** Returns the parameters of a CONNECT from the object with its options. */
export function parametersOf(options: JsonObject | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options ?? {}).flatMap(([key, value]) =>
      key === "kind" || key === "apiVersion" || typeof value === "object" || value === undefined
        ? []
        : [[key, String(value)]],
    ),
  );
}
