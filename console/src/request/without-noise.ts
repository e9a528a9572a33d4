/** Removes long metadata that the server itself writes, and no hook. */
export function withoutNoise(value: unknown): unknown {
  if (value === null) return null;
  const { metadata, ...rest } = value as { metadata?: Record<string, unknown> };
  if (typeof metadata !== "object" || metadata === null) return value;
  const {
    managedFields: _fields,
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    generation: _generation,
    ...shown
  } = metadata;
  const { apiVersion, kind, ...others } = rest as Record<string, unknown>;
  return { apiVersion, kind, metadata: shown, ...others };
}
