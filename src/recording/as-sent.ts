import { isJsonObject, type JsonObject, record } from "../api/json.ts";

/** What was written has what the server gave it then; it was sent with the version before, if there was one. */
export function asSent(object: JsonObject | null, oldObject: JsonObject | null): JsonObject | null {
  if (!isJsonObject(object?.metadata)) return object;
  const { resourceVersion: _written, uid: _uid, creationTimestamp: _time, ...metadata } = object.metadata;
  const { resourceVersion } = record(oldObject?.metadata);
  return { ...object, metadata: resourceVersion === undefined ? metadata : { ...metadata, resourceVersion } };
}

/** Parameters of a CONNECT, from the object with its options. */
export function parametersOf(options: JsonObject | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options ?? {}).flatMap(([key, value]) =>
      key === "kind" || key === "apiVersion" || typeof value === "object" || value === undefined
        ? []
        : [[key, String(value)]],
    ),
  );
}
