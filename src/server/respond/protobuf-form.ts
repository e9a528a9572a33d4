import type { LongBody } from "../../api/exchange/exchange.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import { objectIn } from "../../api/object/document.ts";
import type { JsonObject } from "../../json/value.ts";
import { encodeDocument, encodeList, encodeProtobuf } from "../../types/protobuf/encode-envelope.ts";
import type { Answer, ListAnswer, ObjectAnswer, StatusAnswer } from "./answer.ts";
import { bodyOf, JOINED_CHUNK } from "./framed-list.ts";
import { type Accepted, nothingAcceptable } from "./negotiate.ts";
import { partialMetadata } from "./table.ts";
import { isAList, notAList } from "./wrong-shape.ts";

/** Encodes an answer as `application/vnd.kubernetes.protobuf`; throws 406 if it has no such form. */
export function protobufOf(
  answer: Exclude<Answer, { kind: "raw" } | StatusAnswer>,
  accepted: Accepted,
): Uint8Array | LongBody {
  const bytes = formOf(answer, accepted);
  if (bytes === undefined) throw nothingAcceptable();
  return bytes;
}

function formOf(
  answer: Exclude<Answer, { kind: "raw" } | StatusAnswer>,
  accepted: Accepted,
): Uint8Array | LongBody | undefined {
  switch (answer.kind) {
    case "value":
      return encodeProtobuf(answer.value);
    case "object":
      return objectForm(answer, accepted);
    case "list":
      return listForm(answer, accepted);
  }
}

function objectForm(answer: ObjectAnswer, { transform }: Accepted): Uint8Array | undefined {
  const { document, shownAs } = answer;
  const object = objectIn(document);
  if (transform === undefined) return encodeDocument(document, object.apiVersion ?? "", object.kind ?? "");
  if (transform.kind === "PartialObjectMetadata")
    return encodeProtobuf(partialMetadata(shownAs, object, transform.version));
  throw notAList(answer);
}

function listForm(answer: ListAnswer, { transform }: Accepted): Uint8Array | LongBody | undefined {
  const { items, shownAs, listKind } = answer;
  const metadata: JsonObject = { ...answer.metadata };
  if (transform === undefined) {
    const apiVersion = formatGroupVersion(shownAs);
    const parts = encodeList({ apiVersion, listKind, metadata }, listKind.replace(/List$/, ""), items);
    return parts === undefined ? undefined : bodyOf(parts, JOINED_CHUNK);
  }
  if (transform.kind === "PartialObjectMetadata") throw isAList(answer);
  return encodeProtobuf({
    kind: "PartialObjectMetadataList",
    apiVersion: `meta.k8s.io/${transform.version}`,
    metadata,
    items: items.map((item) => partialMetadata(shownAs, objectIn(item), transform.version)),
  });
}
