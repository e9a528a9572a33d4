import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";

const NO_FIELDS: JsonObject = Object.freeze({});

/** The value as an object; empty when it is none. Read only. */
export const record = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : NO_FIELDS);

/** The objects of a list; none when it is no list. */
export const records = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

export const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

export const specOf = (object: KubeObject | null): JsonObject => record(object?.spec);

/** The object with some fields of its spec replaced; undefined removes one. */
export function withSpec(object: KubeObject, fields: JsonObject): KubeObject {
  const spec = { ...specOf(object), ...fields };
  for (const key of Object.keys(fields)) if (fields[key] === undefined) delete spec[key];
  return { ...object, spec };
}

/** The object with some fields of its metadata replaced. */
export function withMetadata(object: KubeObject, fields: KubeObject["metadata"]): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...fields } };
}
