import { type KubeObject, specOf } from "../../../api/meta.ts";
import { keepEmptied } from "../../../api/object/emptied.ts";
import type { JsonObject } from "../../../json/value.ts";

/** Returns the object with some fields of its spec replaced; undefined removes a field. */
export function withSpec(object: KubeObject, fields: JsonObject): KubeObject {
  const spec = { ...specOf(object), ...fields };
  keepEmptied(specOf(object), spec);
  for (const key of Object.keys(fields)) if (fields[key] === undefined) delete spec[key];
  return { ...object, spec };
}

/** Returns the object with some fields of its metadata replaced. */
export function withMetadata(object: KubeObject, fields: KubeObject["metadata"]): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...fields } };
}
