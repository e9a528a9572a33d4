import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { decodeJson } from "../../json/decode.ts";
import { Document } from "../../json/document.ts";
import { objectBytes } from "../../json/object-bytes.ts";
import { stringify } from "../../json/stringify.ts";
import { StorageError } from "../storage.ts";

/** JSON begins so; what kube-apiserver writes without `--storage-media-type=application/json` does not. */
const OPENING_BRACE = 0x7b;

/** As kube-apiserver stores objects in JSON: without the revision, which is etcd's to know. */
export function storedBytes(document: Document<Json>): Buffer {
  const value = document.value;
  if (!hasMetadata(value)) return Buffer.from(stringify(value));
  const { resourceVersion: _, ...metadata } = value.metadata;
  return Buffer.from(stringify({ ...value, metadata }));
}

/** What lies under a key, with its revision. Throws `Failed` for what is not JSON. */
export function readStored(key: string, bytes: Uint8Array, revision: number): Document<Json> {
  if (bytes[0] !== OPENING_BRACE)
    throw new StorageError(
      "Failed",
      `the object under ${key} is not stored as JSON: kube-apiserver writes it with --storage-media-type=application/json`,
    );
  return withRevision(decodeJson(bytes), revision);
}

/** Owns `value`. What has no `metadata` has no place for a revision. */
export function withRevision(value: Json, revision: number): Document<Json> {
  if (!hasMetadata(value)) return new Document(value);
  value.metadata.resourceVersion = String(revision);
  return new Document<Json>(value, undefined, (object) => objectBytes(object as KubeObject));
}

const hasMetadata = (value: Json): value is JsonObject & { metadata: JsonObject } =>
  isJsonObject(value) && isJsonObject(value.metadata);
