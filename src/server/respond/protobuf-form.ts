import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { encodeDocument, encodeList, encodeProtobuf } from "../../resources/protobuf/encode-envelope.ts";
import type { Answer, ListAnswer, ObjectAnswer, StatusAnswer } from "./answer.ts";
import type { Accepted } from "./negotiate.ts";
import { partialMetadata } from "./table.ts";

/** An answer as `application/vnd.kubernetes.protobuf`; undefined where it has no such form, as all custom resources. */
export function protobufOf(
  answer: Exclude<Answer, { kind: "raw" } | StatusAnswer>,
  accepted: Accepted,
): Uint8Array | undefined {
  switch (answer.kind) {
    case "value":
      return valueForm(answer.value as JsonObject, answer.contentType);
    case "object":
      return objectForm(answer, accepted);
    case "list":
      return listForm(answer, accepted);
  }
}

function valueForm(value: JsonObject, contentType: string | undefined): Uint8Array | undefined {
  return contentType === undefined ? encodeProtobuf(value) : undefined;
}

function objectForm(
  { document, shownAs }: ObjectAnswer,
  { as, metaVersion }: Accepted,
): Uint8Array | undefined {
  const object = document.value as KubeObject;
  if (as === undefined) return encodeDocument(document, object.apiVersion ?? "", object.kind ?? "");
  return as === "PartialObjectMetadata"
    ? encodeProtobuf(partialMetadata(shownAs, object, metaVersion))
    : undefined;
}

function listForm(answer: ListAnswer, { as, metaVersion }: Accepted): Uint8Array | undefined {
  const { group, version } = answer.shownAs;
  const metadata: JsonObject = { ...answer.metadata };
  if (as === undefined) {
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const list = { apiVersion, listKind: answer.listKind, metadata };
    return encodeList(list, answer.listKind.replace(/List$/, ""), answer.items);
  }
  return as === "PartialObjectMetadataList" ? partialList(answer, metadata, metaVersion) : undefined;
}

function partialList(
  { items, shownAs }: ListAnswer,
  metadata: JsonObject,
  metaVersion: string,
): Uint8Array | undefined {
  return encodeProtobuf({
    kind: "PartialObjectMetadataList",
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata,
    items: items.map((item) => partialMetadata(shownAs, item.value as KubeObject, metaVersion)),
  });
}
