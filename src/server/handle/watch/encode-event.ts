import type { KubeObject } from "../../../api/meta.ts";
import { Document, objectIn } from "../../../api/object/document.ts";
import type { Status } from "../../../api/status.ts";
import { stringify } from "../../../json/stringify.ts";
import type { Json, JsonObject } from "../../../json/value.ts";
import { encodeDocument, encodeProtobuf, frameEvent } from "../../../types/protobuf/encode-envelope.ts";
import { MEDIA_TYPES } from "../../respond/media-types.ts";
import { type Accepted, nothingAcceptable } from "../../respond/negotiate.ts";
import { type IncludeObject, makeTable, partialMetadata } from "../../respond/table.ts";
import type { Target } from "../target.ts";
import { INITIAL_EVENTS_END } from "./bookmark.ts";
import type { EventType, WatchEvent } from "./events.ts";

/** Encodes an event; undefined: the requested form cannot represent it, and the watch ends. */
export type EncodeEvent = (event: WatchEvent) => Uint8Array | string | undefined;

/** Returns a name for the form of events if it is equal for all watchers with that form; undefined for Tables. */
export function sharedForm({ encoding, transform }: Accepted): string | undefined {
  if (transform?.kind === "Table") return undefined;
  return transform === undefined ? encoding : `${encoding} ${transform.kind} ${transform.version}`;
}

/** Returns the encoder of this watcher's events: one JSON object a line. Columns of a Table come once. */
export function eventEncoder(
  target: Target,
  accepted: Accepted,
  include: IncludeObject,
  now: () => number,
): EncodeEvent {
  if (accepted.encoding === "protobuf") return protobufEncoder(target, accepted);
  if (accepted.encoding === "yaml") throw nothingAcceptable(STREAMS);
  const { transform } = accepted;
  switch (transform?.kind) {
    case undefined:
      return ({ type, document }) => joinLine(type, document);
    case "PartialObjectMetadata":
      return (event) => line(event.type, partial(target, event, transform?.version ?? "v1"));
    case "Table":
      return tableEncoder(target, transform?.version ?? "v1", include, now);
    default:
      return refusalsOnly(({ type, document }) => joinLine(type, document));
  }
}

/**
 * Returns an encoder for a list as the requested form: events are no lists, so that only the failure of the
 * watch can be encoded.
 */
const refusalsOnly =
  (encode: EncodeEvent): EncodeEvent =>
  (event) =>
    event.type === "ERROR" ? encode(event) : undefined;

const STREAMS = [MEDIA_TYPES.json, MEDIA_TYPES.protobuf].map((type) => `${type};stream=watch`);

function protobufEncoder({ kind }: Target, { transform }: Accepted): EncodeEvent {
  const partially = transform?.kind === "PartialObjectMetadata";
  const metaVersion = transform?.version ?? "v1";
  const encode: EncodeEvent = ({ type, document }) => {
    const object = objectIn(document);
    const bytes =
      partially && type !== "ERROR"
        ? encodeProtobuf(partialMetadata(kind, object, metaVersion))
        : encodeDocument(document, object.apiVersion ?? "v1", object.kind ?? "Status");
    return frameEvent(type, bytes ?? new Uint8Array());
  };
  return transform?.kind === "PartialObjectMetadataList" ? refusalsOnly(encode) : encode;
}

const TAIL = Buffer.from("}\n");

/** Joins an event; shares the document's bytes with all other readers. */
function joinLine(type: EventType, document: Document<Json>): Uint8Array {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), document.bytes, TAIL]);
}

const line = (type: EventType, object: Json): string => `{"type":"${type}","object":${stringify(object)}}\n`;

function partial({ kind }: Target, { type, document }: WatchEvent, metaVersion: string): Json {
  return type === "ERROR" ? document.value : partialMetadata(kind, objectIn(document), metaVersion);
}

function tableEncoder(
  target: Target,
  metaVersion: string,
  include: IncludeObject,
  now: () => number,
): EncodeEvent {
  let columns = true;
  return ({ type, document }) => {
    if (type === "ERROR") return line(type, document.value);
    const object = objectIn(document);
    const table = makeTable(target.kind, [object], {
      metadata:
        object.metadata.resourceVersion === undefined
          ? {}
          : { resourceVersion: object.metadata.resourceVersion },
      metaVersion,
      include: include === "None" && isMarked(object) ? "Metadata" : include,
      now: now(),
      columns,
    });
    columns = false;
    return line(type, table);
  };
}

/**
 * True for the end of the initial events; a row without its object could not carry that mark
 * (handlers/response.go, asTable).
 */
const isMarked = ({ metadata }: KubeObject): boolean => metadata.annotations?.[INITIAL_EVENTS_END] === "true";

/** The last event of a watch that failed. */
export function errorEvent(status: Status): WatchEvent {
  return { type: "ERROR", document: new Document<Json>(status as unknown as JsonObject) };
}
