import { clone } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../meta.ts";
import { copyWithNotes } from "./notes.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/**
 * A deep copy with all notes. It shares the list of managed fields, which is half of an object and is never changed
 * in place. Therefore the cached text of the list is valid for the copy too (`stable-text.ts`), and comparisons find
 * by identity that the lists are equal.
 */
export function copySharingManagers(object: KubeObject): KubeObject {
  const managedFields = object.metadata?.managedFields;
  if (managedFields === undefined) return copyWithNotes(object);
  const copy = copyWithNotes(withoutManagedFields(object));
  copy.metadata.managedFields = managedFields;
  return copy;
}

/** The part of a patched object that has to be decoded again. */
export interface Unread {
  /** A value that shares nothing with the patched object, so that decoding may write into it. */
  readonly value: JsonObject;
  /**
   * The list of managed fields that the patch did not change, to be added to the decoded `value`. Undefined if the
   * list is part of `value`, or if there is none.
   */
  readonly kept: ManagedFieldsEntry[] | undefined;
}

/** A deep copy without notes, as if the value had been written as JSON and parsed again. */
export const copyAsText: <T extends Json | undefined>(value: T) => T = clone;

/**
 * Returns the part of a patched object that has to be decoded again. A patched value shares all unchanged parts with
 * the old object, so unchanged managed fields need no decoding. `copy`: `copyWithNotes` if Go merges values; default:
 * `copyAsText`, for operations in which Go writes the object as text and parses it again.
 */
export function unreadOf(before: KubeObject, patched: JsonObject, copy: Copy = copyAsText): Unread {
  const managedFields = before.metadata?.managedFields;
  const now: Json | undefined = isJsonObject(patched.metadata) ? patched.metadata.managedFields : undefined;
  if (managedFields === undefined || now !== managedFields) return { value: copy(patched), kept: undefined };
  return { value: copy(withoutManagedFields(patched)), kept: managedFields };
}

type Copy = (value: JsonObject) => JsonObject;
