import type { Document } from "../../api/object/document.ts";
import { clone } from "../../json/object.ts";
import type { Json } from "../../json/value.ts";
import { toStore, withRevision } from "../copy/stored-form.ts";
import { type Coded, PLAIN } from "../encryption/encoding.ts";
import { type Entry, type Seal, StorageError } from "../storage.ts";
import { encodeWrite } from "./write-request.ts";

/** A write of our own that is on its way, so that its change need not be parsed when it comes back. */
export interface OwnWrite {
  /** Bytes of the request. */
  readonly frame: Buffer;
  /** Form in which the value is stored. */
  readonly form: string;
  /** True if a change with this value is this write; undefined: a deletion. */
  isSame(bytes: Uint8Array | undefined): boolean;
  /** Returns the written document. To be called once. */
  document(revision: number): Document<Json>;
}

/** Change of an existing key. */
export type ChangeOf =
  | { readonly put: Seal; readonly lease: number | undefined }
  | { readonly last: Seal | undefined };

/** Contents of a write, and its key. */
export interface Writing {
  /** The key as etcd has it. */
  readonly key: Buffer;
  /** Current entry; undefined if there is none. */
  readonly current: Entry | undefined;
  readonly seal: Seal | undefined;
  /** Lease of the key. */
  readonly lease?: number | undefined;
  /** Makes what is stored of JSON; default: that is stored. */
  readonly encode?: ((json: Uint8Array) => Coded) | undefined;
  /** Other keys that have to stay as they are. */
  readonly held?: readonly { readonly key: Buffer; readonly revision: number }[];
}

/**
 * Builds a write of the document that `seal` makes. etcd assigns the revision, which is added when the change
 * comes back.
 */
export function putOf({ key, current, seal, lease, encode, held = [] }: Writing): OwnWrite {
  const { pieces, document } = toStore(sealed(seal, current));
  const revision = current?.revision ?? 0;
  const coded = encode?.(Buffer.concat(pieces));
  const stored = coded === undefined ? pieces : [coded.bytes];
  const { frame, value } = encodeWrite({ key, revision, value: stored, lease, held });
  const form = coded?.form ?? PLAIN;
  return { frame, form, document, isSame: (bytes) => bytes !== undefined && value?.equals(bytes) === true };
}

/** `seal` makes the last state; default: it is what is there. */
export function deletionOf({ key, current, seal }: Writing): OwnWrite {
  const { value } = sealed(seal, current);
  const { frame } = encodeWrite({ key, revision: current?.revision ?? 0, value: undefined });
  return {
    frame,
    form: PLAIN,
    isSame: (bytes) => bytes === undefined,
    document: (revision) => withRevision(seal === undefined ? clone(value) : value, revision),
  };
}

function sealed(seal: Seal | undefined, current: Entry | undefined): Document<Json> {
  const document = seal?.(0) ?? current?.document;
  if (document === undefined) throw new StorageError("Failed", "there is no document to store");
  return document;
}
