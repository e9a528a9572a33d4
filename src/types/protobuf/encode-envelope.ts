import type { Document } from "../../api/object/document.ts";
import { BoundedQueue } from "../../async/bounded-queue.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { encodeMessage } from "./encode.ts";
import { protobufjs } from "./library.ts";
import { messageType } from "./message-types.ts";
import { varintSize } from "./varint-size.ts";

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const FIELD_1 = (1 << 3) | 2;
const FIELD_2 = (2 << 3) | 2;
const FIELD_3 = (3 << 3) | 2;
const FIELD_4 = (4 << 3) | 2;

/** Cache of the messages of documents, so that several readers share one encoding. */
const messages = new WeakMap<Document<Json>, Uint8Array>();
/**
 * Limits the cache by its size in bytes, because documents can exist much longer than clients request this
 * form.
 */
const kept = new BoundedQueue<Document<Json>>(64 << 20, (document) => messages.delete(document));

function documentMessage(document: Document<Json>, typeName: string): Uint8Array {
  const known = messages.get(document);
  if (known !== undefined) return known;
  const message = encodeMessage(typeName, document.value as JsonObject);
  messages.set(document, message);
  kept.add(document, message.length);
  return message;
}

/**
 * Builds an envelope: four bytes, then runtime.Unknown: typeMeta=1 {apiVersion=1, kind=2}, raw=2,
 * contentEncoding=3, contentType=4.
 */
function envelope(apiVersion: string, kind: string, raw: readonly Uint8Array[]): Uint8Array {
  const length = raw.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...envelopeHead(apiVersion, kind, length), ...raw, NO_ENCODING]);
}

function envelopeHead(apiVersion: string, kind: string, length: number): Uint8Array[] {
  const writer = protobufjs().Writer.create();
  writer.uint32(FIELD_1).fork();
  writer.uint32(FIELD_1).string(apiVersion).uint32(FIELD_2).string(kind).ldelim();
  writer.uint32(FIELD_2).uint32(length);
  return [MAGIC, writer.finish()];
}

const NO_ENCODING = Buffer.from([FIELD_3, 0, FIELD_4, 0]);

/**
 * Returns the bytes before a message in field 2 of a list. Encoded by hand, because a list has thousands of
 * them, of about three bytes each.
 */
function itemHead(length: number): Uint8Array {
  const head = Buffer.allocUnsafe(1 + varintSize(length));
  head[0] = FIELD_2;
  let at = 1;
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) head[at++] = (rest & 0x7f) | 0x80;
  head[at] = rest;
  return head;
}

/** Encodes a JSON object as it is sent to clients; undefined for kinds without a protobuf form. */
export function encodeProtobuf(object: JsonObject): Uint8Array | undefined {
  const { apiVersion = "", kind } = object;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return undefined;
  const typeName = messageType(apiVersion, kind);
  return typeName === undefined ? undefined : envelope(apiVersion, kind, [encodeMessage(typeName, object)]);
}

/** Like `encodeProtobuf`; caches the message of the document. */
export function encodeDocument(
  document: Document<Json>,
  apiVersion: string,
  kind: string,
): Uint8Array | undefined {
  const typeName = messageType(apiVersion, kind);
  return typeName === undefined
    ? undefined
    : envelope(apiVersion, kind, [documentMessage(document, typeName)]);
}

/** Encodes a list, in parts that the caller joins: metadata=1, items=2, for every kind. */
export function encodeList(
  list: { readonly apiVersion: string; readonly listKind: string; readonly metadata: JsonObject },
  kind: string,
  items: readonly Document<Json>[],
): Iterable<Uint8Array> | undefined {
  const typeName = messageType(list.apiVersion, kind);
  if (typeName === undefined) return undefined;
  const writer = protobufjs().Writer.create();
  writer.uint32(FIELD_1).bytes(encodeMessage("meta/v1.ListMeta", list.metadata));
  const metadata = writer.finish();
  const encoded = items.map((item) => documentMessage(item, typeName));
  const length = encoded.reduce((sum, one) => sum + 1 + varintSize(one.length) + one.length, metadata.length);
  return listParts([...envelopeHead(list.apiVersion, list.listKind, length), metadata], encoded);
}

function* listParts(head: readonly Uint8Array[], encoded: readonly Uint8Array[]): Generator<Uint8Array> {
  yield* head;
  for (const message of encoded) {
    yield itemHead(message.length);
    yield message;
  }
  yield NO_ENCODING;
}

/**
 * Encodes meta/v1.WatchEvent {type=1, object=2 {raw=1}}, without an envelope, but after its length in four
 * bytes.
 */
export function frameEvent(type: string, object: Uint8Array): Uint8Array {
  const writer = protobufjs().Writer.create();
  writer.uint32(FIELD_1).string(type).uint32(FIELD_2).fork();
  writer.uint32(FIELD_1).bytes(object).ldelim();
  const event = writer.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}
