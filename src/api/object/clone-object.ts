import { clone, setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../meta.ts";
import { copyWithNotes, hasNotes, keepNotes } from "./notes.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/**
 * A deep copy with all notes. It shares the list of managed fields, which is half of an object and is never changed
 * in place. Therefore the cached text of the list is valid for the copy too (`stable-text.ts`), and comparisons find
 * by identity that the lists are equal. It also shares the members that are those of `before`; default: it shares none.
 */
export function copySharingManagers(object: KubeObject, before?: KubeObject): KubeObject {
  const shared = before !== undefined && isSameKind(before, object) ? sameMembers(before, object) : {};
  const managedFields = object.metadata?.managedFields;
  const copy = copyWithNotes(without(withoutManagedFields(object), shared)) as KubeObject;
  if (managedFields !== undefined) copy.metadata.managedFields = managedFields;
  return Object.assign(copy, shared);
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
  /** Members that the patch did not change, to be added as they are. */
  readonly shared: JsonObject;
}

/** A deep copy without notes, as if the value had been written as JSON and parsed again. */
export const copyAsText: <T extends Json | undefined>(value: T) => T = clone;

/**
 * Returns the part of a patched object that has to be decoded again. A patched value shares all unchanged parts with
 * the old object, so unchanged managed fields need no decoding. `copy`: `copyWithNotes` if Go merges values; default:
 * `copyAsText`, for operations in which Go writes the object as text and parses it again. `shares`: other unchanged
 * members of a decoded object are not decoded again either.
 */
export function unreadOf(
  before: KubeObject,
  patched: JsonObject,
  { copy = copyAsText, shares = false }: { copy?: Copy; shares?: boolean } = {},
): Unread {
  const shared = shares ? decodedMembers(before, patched) : {};
  const managedFields = before.metadata?.managedFields;
  const now: Json | undefined = isJsonObject(patched.metadata) ? patched.metadata.managedFields : undefined;
  const kept = now === managedFields ? managedFields : undefined;
  const rest = without(kept === undefined ? patched : withoutManagedFields(patched), shared);
  return { value: copy(rest), kept, shared };
}

type Copy = (value: JsonObject) => JsonObject;

/**
 * Returns the members that are as the decoder made them. There are none if the patch changed the kind, or added a
 * member, which can be another spelling of a known field. Members with notes are left out, since Go's text does not
 * have these.
 */
function decodedMembers(before: KubeObject, patched: JsonObject): JsonObject {
  if (!isSameKind(before, patched)) return {};
  for (const key in patched) if (before[key] === undefined) return {};
  const shared = sameMembers(before, patched);
  for (const key in shared) if (hasNotes(shared[key] as JsonObject)) delete shared[key];
  return shared;
}

const isSameKind = (a: JsonObject, b: JsonObject): boolean =>
  a.kind === b.kind && a.apiVersion === b.apiVersion;

/** Returns the lists and maps that both objects share; not the metadata. */
function sameMembers(before: KubeObject, object: JsonObject): JsonObject {
  const same: JsonObject = {};
  for (const key in object) {
    const member = object[key];
    if (key === "metadata" || key === "__proto__" || member !== before[key]) continue;
    if (typeof member === "object" && member !== null) same[key] = member;
  }
  return same;
}

/** Returns a shallow copy without the members of `shared`; the object itself if there are none. */
function without(object: JsonObject, shared: JsonObject): JsonObject {
  if (Object.keys(shared).length === 0) return object;
  const rest: JsonObject = {};
  for (const key in object) if (!(key in shared)) setKey(rest, key, object[key]);
  keepNotes(object, rest);
  return rest;
}
