import type { KubeObject } from "../api/meta.ts";
import { clone } from "./object.ts";

/**
 * A deep copy whose list of managed fields is the very same one: half of an object, which nobody changes in place. Its text
 * serves the copy, too (`stable-text.ts`), and who compares sees at once that nothing changed.
 */
export function cloneObject(object: KubeObject): KubeObject {
  const managedFields = object.metadata?.managedFields;
  if (managedFields === undefined) return clone(object);
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  const copy = clone({ ...object, metadata });
  copy.metadata.managedFields = managedFields;
  return copy;
}
