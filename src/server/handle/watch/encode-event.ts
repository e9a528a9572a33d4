import { formatGroupVersion } from "../../../api/group-version.ts";
import type { Json, JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { notAcceptable, type Status } from "../../../api/status.ts";
import { Document } from "../../../json/document.ts";
import { stringify } from "../../../json/stringify.ts";
import { encodeDocument, encodeProtobuf, frameEvent } from "../../../resources/protobuf/encode-envelope.ts";
import { type Accepted, withoutProtobuf } from "../../respond/negotiate.ts";
import { type IncludeObject, makeTable, partialMetadata } from "../../respond/table.ts";
import type { Target } from "../target.ts";
import type { EventType, WatchEvent } from "./events.ts";

/** undefined: it cannot be said in the form that was asked for, and the watch is over. */
export type EncodeEvent = (event: WatchEvent) => Uint8Array | string | undefined;

/** Names the look of the events where it is the same for all watchers who ask for it; undefined for Tables. */
export function sharedForm({ encoding, as, metaVersion }: Accepted): string | undefined {
  if (as === "Table") return undefined;
  return as === undefined ? encoding : `${encoding} ${as} ${metaVersion}`;
}

/** How this watcher's events look on the wire: one JSON object a line. A Table repeats its columns only once. */
export function eventEncoder(
  target: Target,
  accepted: Accepted,
  include: IncludeObject,
  now: () => number,
): EncodeEvent {
  if (accepted.encoding === "protobuf") return protobufEncoder(target, accepted);
  if (accepted.encoding === "yaml")
    throw notAcceptable(
      "only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch",
    );
  switch (accepted.as) {
    case "PartialObjectMetadataList":
      return () => undefined;
    case undefined:
      return ({ type, document }) => joinLine(type, document);
    case "PartialObjectMetadata":
      return (event) => line(event.type, partial(target, event, accepted.metaVersion));
    case "Table":
      return tableEncoder(target, accepted, include, now);
  }
}

/** What this watcher takes, given that custom resources have no protobuf form but that of their metadata. */
export function streamForm({ resource }: Target, accepted: Accepted): Accepted {
  return resource.custom && accepted.as === undefined ? withoutProtobuf(accepted) : accepted;
}

function protobufEncoder({ kind }: Target, { as, metaVersion }: Accepted): EncodeEvent {
  if (as === "PartialObjectMetadataList") return () => undefined;
  const partially = as === "PartialObjectMetadata";
  return ({ type, document }) => {
    const object = document.value as KubeObject;
    const bytes =
      partially && type !== "ERROR"
        ? encodeProtobuf(partialMetadata(kind, object, metaVersion))
        : encodeDocument(document, object.apiVersion ?? "v1", object.kind ?? "Status");
    return frameEvent(type, bytes ?? new Uint8Array());
  };
}

const TAIL = Buffer.from("}\n");

/** Shares the document's bytes with all other readers. */
function joinLine(type: EventType, document: Document<Json>): Uint8Array {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), document.bytes, TAIL]);
}

const line = (type: EventType, object: Json): string => `{"type":"${type}","object":${stringify(object)}}\n`;

function partial({ kind }: Target, { type, document }: WatchEvent, metaVersion: string): Json {
  return type === "ERROR" ? document.value : partialMetadata(kind, document.value as KubeObject, metaVersion);
}

function tableEncoder(
  target: Target,
  accepted: Accepted,
  include: IncludeObject,
  now: () => number,
): EncodeEvent {
  let columns = true;
  return ({ type, document }) => {
    if (type === "ERROR") return line(type, document.value);
    const object = document.value as KubeObject;
    const table = makeTable(target.kind, type === "BOOKMARK" ? [] : [object], {
      metadata:
        object.metadata.resourceVersion === undefined
          ? {}
          : { resourceVersion: object.metadata.resourceVersion },
      metaVersion: accepted.metaVersion,
      include,
      now: now(),
      columns,
    });
    columns = false;
    return line(
      type,
      type === "BOOKMARK" ? bookmarkTable(target, table, object, accepted.metaVersion, now()) : table,
    );
  };
}

/** A bookmark's row carries the object whose annotation says that the initial events are over. */
function bookmarkTable(
  target: Target,
  table: JsonObject,
  object: KubeObject,
  metaVersion: string,
  now: number,
): JsonObject {
  const { kind } = target;
  const row = { cells: [...kind.cells(object, now)], object: partialMetadata(kind, object, metaVersion) };
  return { ...table, rows: [row] };
}

/** An empty object of the watched kind with nothing but its revision (and the mark of the end of the initial events). */
export function bookmark({ kind }: Target, revision: number, initialEventsEnd: boolean): WatchEvent {
  const metadata: JsonObject = { resourceVersion: String(revision) };
  if (initialEventsEnd) metadata.annotations = { "k8s.io/initial-events-end": "true" };
  const object = { kind: kind.kind, apiVersion: formatGroupVersion(kind), metadata };
  return { type: "BOOKMARK", document: new Document<Json>(object) };
}

export function errorEvent(status: Status): WatchEvent {
  return { type: "ERROR", document: new Document<Json>(status as unknown as JsonObject) };
}
