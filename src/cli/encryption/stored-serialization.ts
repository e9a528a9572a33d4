import { messageOf } from "../../api/describe-error.ts";
import { isJsonObject } from "../../api/json.ts";
import { decodeJson } from "../../json/decode.ts";
import { stringify } from "../../json/stringify.ts";
import { encodeProtobuf } from "../../resources/machine/protobuf/encode-envelope.ts";
import { decodeProtobuf } from "../../resources/machine/protobuf/envelope.ts";
import type { Serialization } from "../../storage/encryption/encoding.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
export const MEDIA_TYPES: readonly string[] = ["application/json", PROTOBUF];

/** Groups whose objects kube-apiserver stores as JSON, whatever `--storage-media-type` says. */
const ALWAYS_JSON = /^(?:apiextensions\.k8s\.io|apiregistration\.k8s\.io)\//;

/** Reads what kube-apiserver has stored, as protobuf too; writes what `--storage-media-type` names. */
export function storedSerialization(mediaType: string): Serialization {
  return {
    read: (stored) => Buffer.from(stringify(decodeProtobuf(stored))),
    ...(mediaType === PROTOBUF && { write }),
  };
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
