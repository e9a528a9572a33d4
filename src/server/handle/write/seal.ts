import type { KubeObject } from "../../../api/meta.ts";
import { Document } from "../../../json/document.ts";
import { stringifyIndexKeys } from "../../../json/key-order.ts";
import { objectBytes } from "../../../json/object-bytes.ts";
import type { KindDefinition } from "../../../resources/kind.ts";

/** What lies in the store (or would, in a dry run): hub version. */
export type Stored = Document<KubeObject>;

const encode = (object: KubeObject): Uint8Array => objectBytes(object);
const encodeIndexKeys = (object: KubeObject): Uint8Array => Buffer.from(stringifyIndexKeys(object));

/**
 * The object with its revision, as it is stored and answered; makes its bytes when somebody asks for them. `kind`: that of
 * the hub version; absent: its members stay where they are.
 */
export function seal(object: KubeObject, revision: number, kind?: KindDefinition): Stored {
  object.metadata.resourceVersion = String(revision);
  return kind === undefined ? new Document(object, undefined, encode) : arrangedDocument(kind, object);
}

/** A document with all members where Go writes them. Owns `object`. */
export function arrangedDocument(kind: KindDefinition, object: KubeObject): Stored {
  const arranged = kind.arrange(object);
  return new Document(arranged.object, undefined, arranged.hasIndexKeys ? encodeIndexKeys : encode);
}
