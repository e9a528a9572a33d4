import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import type { KubeObject, ManagedFieldsEntry } from "../api/meta.ts";
import { clone } from "./object.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/**
 * A deep copy whose list of managed fields is the very same one: half of an object, which nobody changes in place. Its text
 * serves the copy, too (`stable-text.ts`), and who compares sees at once that nothing changed.
 */
export function cloneObject(object: KubeObject): KubeObject {
  const managedFields = object.metadata?.managedFields;
  if (managedFields === undefined) return clone(object);
  const copy = clone(withoutManagedFields(object)) as KubeObject;
  copy.metadata.managedFields = managedFields;
  return copy;
}

/** What is to be read anew of what a patch left of an object. */
export interface Unread {
  /** Shares nothing with the patched value: decoding may write into it. */
  readonly value: JsonObject;
  /** The list that the patch did not touch, for what was read of `value`; undefined: it is in `value`, or there is none. */
  readonly kept: ManagedFieldsEntry[] | undefined;
}

/** A patched value shares with the old object what did not change. Managed fields that did not need not be read again. */
export function unreadOf(before: KubeObject, patched: JsonObject): Unread {
  const managedFields = before.metadata?.managedFields;
  const now: Json | undefined = isJsonObject(patched.metadata) ? patched.metadata.managedFields : undefined;
  if (managedFields === undefined || now !== managedFields) return { value: clone(patched), kept: undefined };
  return { value: clone(withoutManagedFields(patched)), kept: managedFields };
}
