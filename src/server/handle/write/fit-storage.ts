import type { KubeObject } from "../../../api/meta.ts";
import { plainError, type StatusError } from "../../../api/status.ts";
import { bytesSteps } from "../../../json/object-bytes.ts";
import { protobufSize } from "../../../resources/machine/protobuf/protobuf-size.ts";
import { varintSize } from "../../../resources/machine/protobuf/varint-size.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { RequestContext } from "../../request-context.ts";
import { patchTypeOf } from "../patch-type.ts";
import { isOwn } from "./is-own.ts";
import { inTurns, pause } from "./turns.ts";

/** Where an object is to be stored. */
export interface Place {
  readonly key: string;
  /** Of what is there; 0: nothing. */
  readonly revision: number;
}

/**
 * Refuses an object that the reference's store would not take (etcd's `--max-request-bytes` and its client's limit on
 * messages), in its words. Managed fields that are too much go before, as there, but not those of an apply. Controllers of this
 * server may write what they have to: a definition that nobody could mark as empty would stay for ever.
 */
export async function fitStorage(
  context: RequestContext,
  resource: ResourceDefinition,
  object: KubeObject,
  place: Place,
): Promise<void> {
  if (isOwn(context)) return;
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
  // Protobuf, the form in which the reference stores, is shorter; custom objects are stored as JSON.
  const encoded = resource.custom ? undefined : await inTurns(context, protobufSize(object));
  await pause(context);
  const stored = encoded ?? json - VERSION_MEMBER;
  return tooLarge(transactionSize(place, stored - (object.metadata.resourceVersion ?? "").length));
}

const isApply = ({ info, request }: RequestContext, resource: ResourceDefinition): boolean =>
  info.verb === "patch" && patchTypeOf(resource, request.headers["content-type"]) === "apply";

function tooLarge(size: number): StatusError | undefined {
  if (size > MOST_SENT)
    return plainError(
      `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${MOST_SENT})`,
    );
  return size + PROPOSAL > MOST_BYTES ? plainError("etcdserver: request is too large") : undefined;
}

/** Bytes of the `TxnRequest` of etcd's rpc.proto that compares the revision and puts the value, or asks for what is there. */
function transactionSize({ key, revision }: Place, value: number): number {
  const name = member(Buffer.byteLength(key));
  const compare = 2 + name + 1 + varintSize(revision);
  const put = name + member(value);
  return member(compare) + member(member(put)) + (revision === 0 ? 0 : member(member(name)));
}

/** With its tag and its length before it. */
const member = (length: number): number => 1 + varintSize(length) + length;

/** Of a request, as etcd counts it. */
const MOST_BYTES = 1.5 * 1024 * 1024;
/** Of a message, as its client counts it. */
const MOST_SENT = 2 * 1024 * 1024;
/** What etcd puts around a transaction before it counts. */
const PROPOSAL = 17;
/** What is around the revision in JSON; the store leaves it out, and ends the line. */
const VERSION_MEMBER = '"resourceVersion":"",'.length - "\n".length;
/** More than two keys, and what is around them, take. */
const ROOM_FOR_KEYS = 8 * 1024;
