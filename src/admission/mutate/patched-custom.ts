import { formatGroupVersion, type GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copyAsText } from "../../api/object/clone-object.ts";
import { withAllKeysSorted } from "../../api/object/key-order.ts";
import { malformedIn, noteMalformed } from "../../api/object/malformed.ts";
import { copyWithNotes, keepNotes } from "../../api/object/notes.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/** A custom resource after the patch of a webhook, before it is checked. */
export interface PatchedCustom {
  readonly kind: GroupVersionKind;
  /** The object before the patch. */
  readonly before: KubeObject;
  /** Result of the patch; it is not changed. */
  readonly patched: JsonObject;
  /** A copy of `patched`, which is changed. */
  readonly own: JsonObject;
  /** Reads an object of the kind, in place. Throws. */
  decode(value: JsonObject): KubeObject;
}

/**
 * Reads a custom resource after a patch. Go has no type for it: it can state any kind and version, which the
 * conversion back checks. Members of the metadata with a wrong type count as absent until validation refuses
 * them (apiextensions-apiserver, schema/objectmeta, GetObjectMetaWithOptions). Throws an Error with the decoder's text, also for a new
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

function decodeLoosely({ before, patched, own, decode }: PatchedCustom, type: JsonObject): KubeObject {
  if (patched.metadata !== undefined && !isJsonObject(patched.metadata)) {
    if (before.metadata?.resourceVersion === undefined)
      throw new Error("system metadata was not initialized");
    return decode({ ...own, ...type, metadata: {} });
  }
  const earlier = before.metadata && malformedIn(before.metadata);
  const metadata = { ...earlier, ...patched.metadata };
  const typed = { ...own, ...type };
  keepNotes(own, typed);
  const whole = earlier === undefined ? readable(() => decode(typed)) : undefined;
  if (whole !== undefined) return whole;
  const members = Object.entries(metadata);
  const kept = members.filter(
    ([name, value = null]) =>
      readable(() => decode({ ...type, metadata: { [name]: copyWithNotes(value) } })) !== undefined,
  );
  const object = decode({ ...copyAsText(patched), ...type, metadata: copied(kept) });
  const rest = members.filter((member) => !kept.includes(member));
  if (rest.length > 0) noteMalformed(object.metadata, copied(rest));
  return object;
}

const copied = (members: readonly [string, Json | undefined][]): JsonObject =>
  copyWithNotes(Object.fromEntries(members) as JsonObject);

/** Returns the result of `read`; undefined if it throws. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
