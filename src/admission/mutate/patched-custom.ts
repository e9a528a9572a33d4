import { formatGroupVersion, type GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copyAsText } from "../../api/object/clone-object.ts";
import { withAllKeysSorted } from "../../api/object/key-order.ts";
import { copyWithNotes, keepNotes } from "../../api/object/notes.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/** A custom resource after the patch of a webhook, before it is checked. */
export interface PatchedCustom {
  readonly kind: GroupVersionKind;
  /** Result of the patch; it is not changed. */
  readonly patched: JsonObject;
  /** A copy of `patched`, which is changed. */
  readonly own: JsonObject;
  /** True if the object is not stored yet. */
  readonly isNew: boolean;
  /** Reads an object of the kind, in place. Throws. */
  decode(value: JsonObject): KubeObject;
}

/**
 * Reads a custom resource after a patch. Go has no type for it: it can state any kind and version, which the
 * conversion back checks. Metadata with a wrong type count as absent (apiextensions-apiserver,
 * schema/objectmeta, GetObjectMetaWithOptions). Throws an Error with the decoder's text, also for a new
 * object whose metadata are not a map, because no UID can be written (apiserver, registry/rest,
 * BeforeCreate).
 */
export function readCustom(input: PatchedCustom): KubeObject {
  const { patched, kind } = input;
  if (!patched.kind)
    throw new Error(`Object 'Kind' is missing in '${stringify(withAllKeysSorted(patched))}'`);
  const type = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  const { apiVersion = "" } = patched;
  return Object.assign(decodeLoosely(input, type), { apiVersion, kind: patched.kind });
}

function decodeLoosely({ patched, own, isNew, decode }: PatchedCustom, type: JsonObject): KubeObject {
  const { metadata } = patched;
  if (metadata !== undefined && !isJsonObject(metadata)) {
    if (isNew) throw new Error("system metadata was not initialized");
    return decode({ ...own, ...type, metadata: {} });
  }
  try {
    const typed = { ...own, ...type };
    keepNotes(own, typed);
    return decode(typed);
  } catch {
    const isReadable = ([name, value = null]: [string, Json | undefined]): boolean =>
      canRead(() => decode({ ...type, metadata: { [name]: copyWithNotes(value) } }));
    const readable = Object.entries(metadata ?? {}).filter(isReadable);
    return decode({
      ...copyAsText(patched),
      ...type,
      metadata: copyWithNotes(Object.fromEntries(readable)) as JsonObject,
    });
  }
}

function canRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
