import type { KubeObject } from "../../../api/meta.ts";
import { decodeJson } from "../../../json/decode.ts";
import { Document } from "../../../json/document.ts";
import { stringifyIndexKeys } from "../../../json/key-order.ts";
import { objectBytes } from "../../../json/object-bytes.ts";
import { hasFloats } from "../../../json/whole-floats.ts";
import type { Arranged, KindDefinition } from "../../../resources/kind.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { RequestContext } from "../../request-context.ts";
import { fitStorage, type Place } from "./fit-storage.ts";
import { pause } from "./turns.ts";

/** What lies in the store (or would, in a dry run): hub version. */
export type Stored = Document<KubeObject>;

const encode = (object: KubeObject): Uint8Array => objectBytes(object);
const encodeIndexKeys = (object: KubeObject): Uint8Array => Buffer.from(stringifyIndexKeys(object));

/**
 * The object with its revision, as it is stored and answered; makes its bytes when somebody asks for them. `kind`: that of
 * the hub version; absent: its members stay where they are. `arranged`: by `arrangeLarge`.
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

/** A document with all members where Go writes them. Owns `object`. */
export function arrangedDocument(kind: KindDefinition, object: KubeObject): Stored {
  return documentOf(kind.arrange(object), kind);
}

/** Numbers that were floats in the request are integers from now on: the value is read again from the text. */
function documentOf({ object, hasIndexKeys }: Arranged, kind?: KindDefinition): Stored {
  const written = hasIndexKeys ? encodeIndexKeys : encode;
  if (kind?.custom !== true || !hasFloats(object)) return new Document(object, undefined, written);
  const bytes = written(object);
  return new Document(decodeJson(bytes) as KubeObject, bytes);
}

/** What takes long about sealing a large object, in turns of its own. Owns `object`. Rejects with 500 what is too large. */
export async function arrangeLarge(
  context: RequestContext,
  resource: ResourceDefinition,
  object: KubeObject,
  place: Place,
): Promise<Arranged> {
  await pause(context);
  // Whatever it is, it has its place.
  object.metadata.resourceVersion ??= "0";
  const arranged = resource.hub.arrange(object);
  await pause(context);
  await fitStorage(context, resource, arranged.object, place);
  return arranged;
}
