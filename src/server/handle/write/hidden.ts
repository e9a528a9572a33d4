import type { KubeObject } from "../../../api/meta.ts";
import type { Document } from "../../../json/document.ts";
import { hasUnread } from "../../../json/unread.ts";
import { emptyBytesOf, noteAgain, type Place } from "../../../resources/machine/empty-bytes.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";

/**
 * What kube-apiserver stores of an object and no answer shows. Updates compare what is written with what is stored, byte by
 * byte: so it makes an update a change (apiserver/pkg/storage/etcd3/store.go, GuaranteedUpdate).
 */
export interface Hidden {
  /** There is something that is not there any more when the object is read, be it from the cache. */
  readonly isUnread: boolean;
  /** Bytes that are empty, and not absent: they are read again. */
  readonly emptyBytes: readonly Place[];
}

const NOTHING: Hidden = { isUnread: false, emptyBytes: [] };
const known = new WeakMap<Document, Hidden>();

/** In an object that is about to be written. */
export const hiddenIn = (resource: ResourceDefinition, object: KubeObject): Hidden => ({
  isUnread: hasUnread(object.metadata),
  emptyBytes: emptyBytesOf(resource, object),
});

/** In what is stored, while this process remembers it. */
export const hiddenOf = (document: Document): Hidden => known.get(document) ?? NOTHING;

export function noteHidden(document: Document, hidden: Hidden): void {
  if (hidden.isUnread || hidden.emptyBytes.length > 0) known.set(document, hidden);
}

/** An object that was read has its empty bytes: parts of it may be written again as they are. */
export const showHidden = (object: KubeObject, { emptyBytes }: Hidden): void => noteAgain(object, emptyBytes);
