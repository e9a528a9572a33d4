import type { KubeObject } from "../../../api/meta.ts";
import { Document } from "../../../api/object/document.ts";
import { stringifyIndexKeys } from "../../../api/object/key-order.ts";
import { bytesSteps, objectBytes } from "../../../api/object/object-bytes.ts";
import { hasFloats } from "../../../api/object/whole-floats.ts";
import { plainError, type StatusError } from "../../../api/status.ts";
import { decodeJson } from "../../../json/parse/decode.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Arranged } from "../../../types/go-order.ts";
import { protobufSize } from "../../../types/protobuf/protobuf-size.ts";
import { varintSize } from "../../../types/protobuf/varint-size.ts";
import { inTurns, pause } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import { patchTypeOf } from "../patch-type.ts";
import { isInternal } from "./is-internal.ts";

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

/** Storage place of an object. */
export interface Place {
  readonly key: string;
  /** Revision of the stored object; 0: none. */
  readonly revision: number;
}

/**
 * Refuses an object that is too large for the reference's store (etcd's `--max-request-bytes` and its
 * client's limit on messages), in its words. As there, managed fields that make it too large are removed
 * first, but not those of an apply. Controllers of this server are exempt: a definition that could not be
 * marked as empty would never be removed.
 */
async function fitStorage(
  context: RequestContext,
  resource: ResourceDefinition,
  object: KubeObject,
  place: Place,
): Promise<void> {
  if (isInternal(context)) return;
  const problem = await problemOf(context, resource, object, place);
  if (problem === undefined) return;
  if (object.metadata.managedFields === undefined || isApply(context, resource)) throw problem;
  delete object.metadata.managedFields;
  const remaining = await problemOf(context, resource, object, place);
  if (remaining !== undefined) throw remaining;
}

async function problemOf(
  context: RequestContext,
  resource: ResourceDefinition,
  object: KubeObject,
  place: Place,
): Promise<StatusError | undefined> {
  const json = (await inTurns(context, bytesSteps(object))).byteLength;
  if (json < MOST_BYTES - ROOM_FOR_KEYS) return undefined;
  await pause(context);
  // The reference stores protobuf, which is shorter; custom objects are stored as JSON.
  const encoded = resource.custom ? undefined : await inTurns(context, protobufSize(object));
  await pause(context);
  const stored = encoded ?? json - VERSION_MEMBER;
  return tooLarge(transactionSize(place, stored - (object.metadata.resourceVersion ?? "").length));
}

const isApply = ({ info, request }: RequestContext, resource: ResourceDefinition): boolean =>
  info.verb === "patch" && patchTypeOf(resource, request) === "apply";

function tooLarge(size: number): StatusError | undefined {
  if (size > MOST_SENT)
    return plainError(
      `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${MOST_SENT})`,
    );
  return size + PROPOSAL > MOST_BYTES ? plainError("etcdserver: request is too large") : undefined;
}

/**
 * Returns the bytes of the `TxnRequest` of etcd's rpc.proto that compares the revision and puts the value, or
 * reads the present one.
 */
function transactionSize({ key, revision }: Place, value: number): number {
  const name = member(Buffer.byteLength(key));
  const compare = 2 + name + 1 + varintSize(revision);
  const put = name + member(value);
  return member(compare) + member(member(put)) + (revision === 0 ? 0 : member(member(name)));
}

/** Returns the length of a member with its tag and its length prefix. */
const member = (length: number): number => 1 + varintSize(length) + length;

/** Limit of a request in bytes, as etcd counts it. */
const MOST_BYTES = 1.5 * 1024 * 1024;
/** Limit of a message in bytes, as etcd's client counts it. */
const MOST_SENT = 2 * 1024 * 1024;
/** Bytes that etcd adds to a transaction before it checks the limit. */
const PROPOSAL = 17;
/** Length of the revision's member in JSON without the revision; the store omits it, and adds a newline. */
const VERSION_MEMBER = '"resourceVersion":"",'.length - "\n".length;
/** Upper bound of two keys and their frames, in bytes. */
const ROOM_FOR_KEYS = 8 * 1024;
