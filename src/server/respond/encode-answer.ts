import type { LongBody } from "../../api/exchange/exchange.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Document, objectIn } from "../../api/object/document.ts";
import { mayReadOtherwise } from "../../go-yaml/json-as-yaml.ts";
import { yamlParts } from "../../go-yaml/write-yaml.ts";
import { createPacker } from "../../json/pack-bytes.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer, ListAnswer, ObjectAnswer, StatusAnswer } from "./answer.ts";
import { encodeValue, yamlValue } from "./encode-value.ts";
import { bodyOf, framedList, JOINED_CHUNK, Pieces } from "./framed-list.ts";
import type { Accepted } from "./negotiate.ts";
import { protobufOf } from "./protobuf-form.ts";
import {
  makeTable,
  noRows,
  parseIncludeObject,
  partialMetadata,
  rowPieces,
  type TableOptions,
  tableMeta,
  tableRows,
} from "./table.ts";
import { isAList, notAList, refuseItems } from "./wrong-shape.ts";

/** Encodes an answer in the negotiated form. */
export function encodeAnswer(
  context: RequestContext,
  answer: Exclude<Answer, { kind: "raw" } | StatusAnswer>,
  accepted: Accepted,
): string | Uint8Array | LongBody {
  if (accepted.encoding === "protobuf") return protobufOf(answer, accepted);
  switch (answer.kind) {
    case "value":
      return encodeValue(answer.value, accepted);
    case "object":
      return encodeObject(context, answer, accepted);
    case "list":
      return encodeList(context, answer, accepted);
  }
}

/** Newline that Go's encoder writes after every value. */
const LINE_END = Buffer.from("\n");
/** Packer for answers. A client that does not read its answer keeps a block of this size in memory. */
const packSent = createPacker(32 * 1024);

/** True if the bytes of documents can be used: they are JSON on one line, without the newline. */
const asStored = ({ encoding, pretty }: Accepted): boolean => encoding === "json" && !pretty;

function encodeObject(
  context: RequestContext,
  answer: ObjectAnswer,
  accepted: Accepted,
): string | Uint8Array | LongBody {
  const { transform } = accepted;
  const object = objectOf(answer);
  refuseItems(answer, object);
  if (transform === undefined) {
    if (isEmptied(answer, object))
      return encodeValue({ apiVersion: object.apiVersion, kind: object.kind }, accepted);
    if (asStored(accepted)) return packSent([answer.document.bytes, LINE_END]);
    return accepted.encoding === "yaml"
      ? bodyOf(yamlParts(yamlValue(object)))
      : encodeValue(object, accepted);
  }
  if (transform.kind === "Table")
    return encodeValue(tableOf(context, answer.shownAs, [object], accepted, ownVersion(object)), accepted);
  if (transform.kind === "PartialObjectMetadata")
    return encodeValue(partialMetadata(answer.shownAs, object, transform.version), accepted);
  throw notAList(answer);
}

/** True for an empty custom object, whose unstructured form in Go has no metadata. */
const isEmptied = ({ shownAs }: ObjectAnswer, { metadata }: KubeObject): boolean =>
  shownAs.custom === true && Object.keys(metadata).length === 0;

const ownVersion = (object: KubeObject): { resourceVersion?: string } =>
  object.metadata.resourceVersion === undefined ? {} : { resourceVersion: object.metadata.resourceVersion };

function tableOf(
  context: RequestContext,
  shown: ObjectAnswer["shownAs"],
  objects: readonly KubeObject[],
  accepted: Accepted,
  metadata: ListAnswer["metadata"],
): JsonObject {
  return makeTable(shown, objects, tableOptions(context, accepted, metadata));
}

const tableOptions = (
  context: RequestContext,
  { transform }: Accepted,
  metadata: ListAnswer["metadata"],
): TableOptions => ({
  metadata,
  metaVersion: transform?.version ?? "v1",
  include: parseIncludeObject(context.request.query.get("includeObject")),
  now: context.receivedAt,
});

function encodeList(context: RequestContext, answer: ListAnswer, accepted: Accepted): Uint8Array | LongBody {
  const { transform } = accepted;
  if (transform === undefined) return encodeItems(answer, accepted);
  if (transform.kind === "Table") return encodeTable(context, answer, accepted);
  if (transform.kind === "PartialObjectMetadata") throw isAList(answer);
  const { version } = transform;
  const frame = {
    kind: "PartialObjectMetadataList",
    apiVersion: `meta.k8s.io/${version}`,
    metadata: tableMeta(answer.metadata),
    items: [],
  };
  if (answer.items.length === 0) return Buffer.from(encodeValue({ ...frame, items: null }, accepted));
  return bodyOf(framedList(frame, "items", partials(answer, version), accepted));
}

/**
 * Encodes the items. A list with texts that YAML reads differently than JSON is encoded as a whole, as in Go;
 * such lists are rare.
 */
function encodeItems(answer: ListAnswer, accepted: Accepted): Uint8Array | LongBody {
  if (accepted.encoding === "yaml" && answer.items.some(({ bytes }) => mayReadOtherwise(bytes)))
    return Buffer.from(encodeValue({ ...listOf(answer), items: [...itemValues(answer)] }, accepted));
  if (asStored(accepted))
    return bodyOf(framedList(listOf(answer), "items", itemLines(answer), accepted), JOINED_CHUNK);
  return bodyOf(framedList(listOf(answer), "items", itemValues(answer), accepted));
}

function encodeTable(context: RequestContext, answer: ListAnswer, accepted: Accepted): Uint8Array | LongBody {
  const options = tableOptions(context, accepted, answer.metadata);
  const { items, shownAs } = answer;
  const table = makeTable(shownAs, [], options);
  if (items.length === 0) return Buffer.from(encodeValue({ ...table, rows: noRows(shownAs) }, accepted));
  const rows = asStored(accepted)
    ? rowPieces(shownAs, items, options)
    : tableRows(
        shownAs,
        items.map((item) => objectIn(item)),
        options,
      );
  return bodyOf(framedList(table, "rows", rows, accepted));
}

function* partials({ items, shownAs }: ListAnswer, version: string): Generator<JsonObject> {
  for (const item of items) yield partialMetadata(shownAs, objectIn(item), version);
}

/**
 * Builds the list without its items. Lists of custom resources are maps in the reference: their keys are
 * sorted.
 */
function listOf({ listKind: kind, metadata, shownAs, typedItems }: ListAnswer): JsonObject {
  const apiVersion = formatGroupVersion(shownAs);
  const { continue: token, remainingItemCount: remaining, resourceVersion } = metadata;
  const next = token === undefined ? {} : { continue: token };
  const count = remaining === undefined ? {} : { remainingItemCount: remaining };
  return typedItems
    ? { apiVersion, items: [], kind, metadata: { ...next, ...count, resourceVersion } }
    : { kind, apiVersion, metadata: { resourceVersion, ...next, ...count }, items: [] };
}

/** Yields the value of each item in the list. */
function* itemValues({ items, typedItems }: ListAnswer): Generator<Json> {
  for (const item of items) yield typedItems ? item.value : withoutType(objectIn(item));
}

/** Yields the items as JSON on one line, which shares the bytes of the documents. */
function* itemLines(answer: ListAnswer): Generator<Json | Uint8Array | Pieces> {
  const untyped = untypedBytes(answer);
  for (const item of answer.items) yield answer.typedItems ? item.bytes : untyped(item);
}

/** Removes kind and version from items of built-in kinds; the bytes of nearly all objects begin with them. */
function untypedBytes({ shownAs, listKind }: ListAnswer): (item: Document) => Json | Pieces {
  const kind = `"kind":"${listKind.replace(/List$/, "")}"`;
  const apiVersion = `"apiVersion":"${formatGroupVersion(shownAs)}"`;
  const heads = [`{${apiVersion},${kind},`, `{${kind},${apiVersion},`].map((text) => Buffer.from(text));
  return (item) => {
    const { bytes } = item;
    const head = heads.find((one) => one.compare(bytes, 0, one.length) === 0);
    if (head === undefined) return withoutType(objectIn(item));
    // The pieces are not joined here: copies of all items would be as much garbage outside of the heap as the
    // whole list.
    return new Pieces(["{", bytes.subarray(head.length)]);
  };
}

function withoutType(object: KubeObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return rest;
}
