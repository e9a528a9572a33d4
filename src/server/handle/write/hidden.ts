import type { KubeObject } from "../../../api/meta.ts";
import type { Document } from "../../../api/object/document.ts";
import { hasUnread } from "../../../api/object/unread.ts";
import { emptyBytesOf, noteAgain, type Place } from "../../../resources/machine/empty-bytes.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";

/**
 * Parts of an object that kube-apiserver stores and no response shows. Updates compare the written bytes with
 * the stored ones, so that these parts make an update a change (apiserver/pkg/storage/etcd3/store.go,
 * GuaranteedUpdate).
 */
export interface Hidden {
  /** True if a part is missing when the object is read, even from the cache. */
  readonly isUnread: boolean;
  /** Byte fields that are empty, and not absent: they are read again. */
  readonly emptyBytes: readonly Place[];
}

const NOTHING: Hidden = { isUnread: false, emptyBytes: [] };
const known = new WeakMap<Document, Hidden>();

/** Finds the hidden parts of an object before it is written. */
export const hiddenIn = (resource: ResourceDefinition, object: KubeObject): Hidden => ({
  isUnread: hasUnread(object.metadata),
  emptyBytes: emptyBytesOf(resource, object),
});

/** Returns the hidden parts of a stored object, as long as this process remembers them. */
export const hiddenOf = (document: Document): Hidden => known.get(document) ?? NOTHING;

/** Remembers the hidden parts of a stored object. An object without any is not remembered. */
export function noteHidden(document: Document, hidden: Hidden): void {
  if (hidden.isUnread || hidden.emptyBytes.length > 0) known.set(document, hidden);
}

/** Adds the empty bytes to an object that was read: parts of it may be written again unchanged. */
export const showHidden = (object: KubeObject, { emptyBytes }: Hidden): void => noteAgain(object, emptyBytes);
