import type { KubeObject } from "../../../../api/meta.ts";

/** Sets the annotations of an object; an empty map is left out. */
export function setAnnotations(object: KubeObject, annotations: Readonly<Record<string, string>>): void {
  if (Object.keys(annotations).length > 0) object.metadata.annotations = annotations;
  else delete object.metadata.annotations;
}

/** Returns an object without an annotation that is a field of the reference's internal version. */
export function withoutAnnotation(object: KubeObject, name: string): KubeObject {
  if (object.metadata.annotations?.[name] === undefined) return object;
  const { [name]: _removed, ...others } = object.metadata.annotations;
  const copy = { ...object, metadata: { ...object.metadata } };
  setAnnotations(copy, others);
  return copy;
}
