import { formatGroupVersion } from "../../api/group-version.ts";
import { stringifyIndexKeys } from "../../api/object/key-order.ts";
import { once } from "../../async/once.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import { builtinResources } from "../../resources/kinds/index.ts";
import type { Serialization } from "../../storage/encryption/encoding.ts";
import { encodeProtobuf } from "../../types/protobuf/encode-envelope.ts";
import { decodeProtobuf } from "../../types/protobuf/envelope.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
export const MEDIA_TYPES: readonly string[] = ["application/json", PROTOBUF];

/** Groups whose objects kube-apiserver stores as JSON, for every value of `--storage-media-type`. */
const ALWAYS_JSON = /^(?:apiextensions\.k8s\.io|apiregistration\.k8s\.io)\//;

/** Reads what kube-apiserver has stored, as protobuf too; writes what `--storage-media-type` names. */
export function storedSerialization(mediaType: string): Serialization {
  return { read: (stored) => readProtobuf(decodeProtobuf(stored)), ...(mediaType === PROTOBUF && { write }) };
}

const kinds = once(
  () =>
    new Map(
      builtinResources({ v1beta1Registration: true, serves: () => true }).flatMap(({ versions }) =>
        versions.map((kind): [string, KindDefinition] => [`${formatGroupVersion(kind)} ${kind.kind}`, kind]),
      ),
    ),
);

/**
 * Converts a decoded object to JSON. Objects without a kind here, such as the addresses of servers, keep the
 * order of their fields.
 */
function readProtobuf(object: JsonObject): Uint8Array {
  const kind = kinds().get(`${object.apiVersion} ${object.kind}`);
  if (kind === undefined || !isJsonObject(object.metadata)) return Buffer.from(stringify(object));
  // A placeholder for the revision, which the store adds.
  object.metadata.resourceVersion = "0";
  const arranged = kind.arrange(kind.decode(object));
  return Buffer.from((arranged.hasIndexKeys ? stringifyIndexKeys : stringify)(arranged.object));
}

function write(json: Uint8Array): Uint8Array | undefined {
  const value = decodeJson(json);
  if (!isJsonObject(value) || ALWAYS_JSON.test(String(value.apiVersion))) return undefined;
  try {
    return encodeProtobuf(value);
  } catch (cause) {
    throw new Error(`cannot be written as protobuf: ${messageOf(cause)}`, { cause });
  }
}
