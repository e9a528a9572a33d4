import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import type { KubeObject, ManagedFieldsEntry } from "../api/meta.ts";
import { copyWithNotes } from "./notes.ts";
import { clone } from "./object.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/**
 * A deep copy with all notes and with the same list of managed fields, which is half of an object and never changed in
 * place. So the text of the list serves the copy too (`stable-text.ts`), and comparisons see at once that the lists are equal.
 */
export function copySharingManagers(object: KubeObject): KubeObject {
  const managedFields = object.metadata?.managedFields;
  if (managedFields === undefined) return copyWithNotes(object);
  const copy = copyWithNotes(withoutManagedFields(object));
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

/** A deep copy without notes: the value as it comes back from its JSON text. */
export const copyAsText: <T extends Json | undefined>(value: T) => T = clone;

/**
 * A patched value shares with the old object all that did not change. Managed fields that did not change need not be read
 * again. `copy`: `copyWithNotes` where Go merges values; default: Go writes the object as text and reads it again.
 */
export function unreadOf(before: KubeObject, patched: JsonObject, copy: Copy = copyAsText): Unread {
  const managedFields = before.metadata?.managedFields;
  const now: Json | undefined = isJsonObject(patched.metadata) ? patched.metadata.managedFields : undefined;
  if (managedFields === undefined || now !== managedFields) return { value: copy(patched), kept: undefined };
  return { value: copy(withoutManagedFields(patched)), kept: managedFields };
}

type Copy = (value: JsonObject) => JsonObject;
