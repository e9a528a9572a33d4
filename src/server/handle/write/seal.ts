import type { KubeObject } from "../../../api/meta.ts";
import { Document } from "../../../api/object/document.ts";
import { stringifyIndexKeys } from "../../../api/object/key-order.ts";
import { objectBytes } from "../../../api/object/object-bytes.ts";
import { hasFloats } from "../../../api/object/whole-floats.ts";
import { decodeJson } from "../../../json/parse/decode.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Arranged } from "../../../types/go-order.ts";
import { pause } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import { fitStorage, type Place } from "./fit-storage.ts";

/** Document of the store (or of a dry run, without a write): hub version. */
export type Stored = Document<KubeObject>;

const encode = (object: KubeObject): Uint8Array => objectBytes(object);
const encodeIndexKeys = (object: KubeObject): Uint8Array => Buffer.from(stringifyIndexKeys(object));

/**
 * Returns the object with its revision, as it is stored and answered; its bytes are made at their first use.
 * `kind`: that of the hub version; absent: the members keep their order. `arranged`: result of
 * `arrangeLarge`.
 */
export function seal(
  object: KubeObject,
  revision: number,
  kind?: KindDefinition,
  arranged?: Arranged,
): Stored {
  object.metadata.resourceVersion = String(revision);
  if (arranged !== undefined) {
    arranged.object.metadata.resourceVersion = String(revision);
    return documentOf(arranged, kind);
  }
  return kind === undefined ? new Document(object, undefined, encode) : arrangedDocument(kind, object);
}

/** Returns a document with all members in Go's order. Owns `object`. */
export function arrangedDocument(kind: KindDefinition, object: KubeObject): Stored {
  return documentOf(kind.arrange(object), kind);
}

/**
 * Returns the document. Numbers that were floats in the request become integers: the value is read again from
 * the text.
 */
function documentOf({ object, hasIndexKeys }: Arranged, kind?: KindDefinition): Stored {
  const written = hasIndexKeys ? encodeIndexKeys : encode;
  if (kind?.custom !== true || !hasFloats(object)) return new Document(object, undefined, written);
  const bytes = written(object);
  return new Document(decodeJson(bytes) as KubeObject, bytes);
}

/**
 * Does the slow part of sealing a large object, in turns of its own. Owns `object`. Rejects with 500 if it is
 * too large.
 */
export async function arrangeLarge(
  context: RequestContext,
  resource: ResourceDefinition,
  object: KubeObject,
  place: Place,
): Promise<Arranged> {
  await pause(context);
  // Reserves the place of the revision, which is set later.
  object.metadata.resourceVersion ??= "0";
  const arranged = resource.hub.arrange(object);
  await pause(context);
  await fitStorage(context, resource, arranged.object, place);
  return arranged;
}
