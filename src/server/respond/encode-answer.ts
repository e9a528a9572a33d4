import { formatGroupVersion } from "../../api/group-version.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer, ListAnswer, ObjectAnswer, StatusAnswer } from "./answer.ts";
import { encodeValue } from "./encode-value.ts";
import { joinList, withoutType } from "./join-list.ts";
import type { Accepted } from "./negotiate.ts";
import { protobufOf } from "./protobuf-form.ts";
import { makeTable, parseIncludeObject, partialMetadata } from "./table.ts";
import { isAList, notAList } from "./wrong-shape.ts";

/** An answer in the form that was negotiated. */
export function encodeAnswer(
  context: RequestContext,
  answer: Exclude<Answer, { kind: "raw" } | StatusAnswer>,
  accepted: Accepted,
): string | Uint8Array {
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

/** Go's encoder ends every value with it. */
const LINE_END = Buffer.from("\n");

/** The bytes of documents are JSON on one line, without its end. */
const asStored = ({ encoding, pretty }: Accepted): boolean => encoding === "json" && !pretty;

function encodeObject(
  context: RequestContext,
  answer: ObjectAnswer,
  accepted: Accepted,
): string | Uint8Array {
  const { transform } = accepted;
  const object = answer.document.value as KubeObject;
  if (transform === undefined)
    return asStored(accepted)
      ? Buffer.concat([answer.document.bytes, LINE_END])
      : encodeValue(object, accepted);
  if (transform.kind === "Table")
    return encodeValue(tableOf(context, answer.shownAs, [object], accepted, ownVersion(object)), accepted);
  if (transform.kind === "PartialObjectMetadata")
    return encodeValue(partialMetadata(answer.shownAs, object, transform.version), accepted);
  throw notAList(object);
}

const ownVersion = (object: KubeObject): { resourceVersion?: string } =>
  object.metadata.resourceVersion === undefined ? {} : { resourceVersion: object.metadata.resourceVersion };

function tableOf(
  context: RequestContext,
  shown: ObjectAnswer["shownAs"],
  objects: readonly KubeObject[],
  { transform }: Accepted,
  metadata: ListAnswer["metadata"],
): JsonObject {
  return makeTable(shown, objects, {
    metadata,
    metaVersion: transform?.version ?? "v1",
    include: parseIncludeObject(context.request.query.get("includeObject")),
    now: context.receivedAt,
  });
}

function encodeList(context: RequestContext, answer: ListAnswer, accepted: Accepted): string | Uint8Array {
  const { transform } = accepted;
  const objects = (): KubeObject[] => answer.items.map((d) => d.value as KubeObject);
  if (transform === undefined)
    return asStored(accepted)
      ? joinList(listOf(answer, []), answer)
      : encodeValue(listOf(answer, itemValues(answer)), accepted);
  if (transform.kind === "Table")
    return encodeValue(tableOf(context, answer.shownAs, objects(), accepted, tableMeta(answer)), accepted);
  if (transform.kind === "PartialObjectMetadata") throw isAList(answer);
  return encodeValue(
    {
      kind: "PartialObjectMetadataList",
      apiVersion: `meta.k8s.io/${transform.version}`,
      metadata: { ...answer.metadata },
      items: objects().map((o) => partialMetadata(answer.shownAs, o, transform.version)),
    },
    accepted,
  );
}

/** Lists of custom resources say that nothing continues them; their Tables do not. */
function tableMeta({ metadata }: ListAnswer): ListAnswer["metadata"] {
  if (metadata.continue !== "") return metadata;
  const { continue: _continue, ...rest } = metadata;
  return rest;
}

/** Lists of custom resources are maps in the reference: their keys are sorted. */
function listOf({ listKind: kind, metadata, shownAs, typedItems }: ListAnswer, items: Json[]): JsonObject {
  const apiVersion = formatGroupVersion(shownAs);
  const { continue: token, remainingItemCount: remaining, resourceVersion } = metadata;
  const next = token === undefined ? {} : { continue: token };
  const count = remaining === undefined ? {} : { remainingItemCount: remaining };
  return typedItems
    ? { apiVersion, items, kind, metadata: { ...next, ...count, resourceVersion } }
    : { kind, apiVersion, metadata: { resourceVersion, ...next, ...count }, items };
}

function itemValues(answer: ListAnswer): Json[] {
  if (answer.typedItems) return answer.items.map((d) => d.value);
  return answer.items.map((d) => withoutType(d.value as KubeObject));
}
