import type { KubeObject } from "../../api/meta.ts";
import { Document } from "../../api/object/document.ts";
import { objectBytes } from "../../api/object/object-bytes.ts";
import { createPacker } from "../../json/pack-bytes.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { StorageError } from "../storage.ts";
import { textWithRevision } from "./text-with-revision.ts";

/** JSON begins so; what kube-apiserver writes without `--storage-media-type=application/json` does not. */
const OPENING_BRACE = 0x7b;

/**
 * Returns the bytes of an object as kube-apiserver stores objects in JSON: without the revision, which etcd
 * keeps itself.
 */
export function storedBytes(document: Document<Json>): Buffer {
  const value = document.value;
  if (!hasMetadata(value)) return Buffer.from(stringify(value));
  const { resourceVersion: _, ...metadata } = value.metadata;
  return Buffer.from(stringify({ ...value, metadata }));
}

/** A document on its way into etcd, from which it returns through the watch. */
export interface ToStore {
  /** One after the other they are what is stored. */
  readonly pieces: readonly Uint8Array[];
  /** The text before and after the member with the revision; undefined: its place is not known. */
  readonly around: readonly [Uint8Array, Uint8Array] | undefined;
  /** Returns the document with the revision that etcd has assigned. To be called once. */
  document(revision: number): Document<Json>;
}

const packTransient = createPacker();
const packKept = createPacker();
const UNKNOWN = '"resourceVersion":"0"';
const COMMA = 0x2c;

/** Owns the document, whose revision is 0. Its text is written once: the revision is cut out, and put in again later. */
export function toStore(document: Document<Json>): ToStore {
  const { value } = document;
  const text = hasMetadata(value) ? objectBytes(value, packTransient) : undefined;
  const parts = text && aroundRevision(text);
  if (!parts || !hasMetadata(value))
    return {
      pieces: [storedBytes(document)],
      around: undefined,
      document: (revision) => withRevision(value, revision),
    };
  const [before, after] = parts;
  return {
    pieces: without(before, after),
    around: parts,
    document(revision) {
      value.metadata.resourceVersion = String(revision);
      return new Document<Json>(value, aroundOf(before, revision, after));
    },
  };
}

/** Returns the text with the revision between its parts, in memory of its own. */
export const aroundOf = (before: Uint8Array, revision: number, after: Uint8Array): Uint8Array =>
  packKept([before, `"resourceVersion":"${revision}"`, after]);

/** Undefined when it is not there, or when there is another that looks like it. */
function aroundRevision(bytes: Uint8Array): [before: Buffer, after: Buffer] | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = text.indexOf(UNKNOWN);
  const end = at + UNKNOWN.length;
  return at < 0 || text.indexOf(UNKNOWN, end) >= 0 ? undefined : [text.subarray(0, at), text.subarray(end)];
}

/** The member between them, and one of its commas, are left out. */
function without(before: Buffer, after: Buffer): Buffer[] {
  if (after[0] === COMMA) return [before, after.subarray(1)];
  return [before.at(-1) === COMMA ? before.subarray(0, -1) : before, after];
}

/** Parses the stored bytes of a key, and adds the revision. Throws `Failed` for bytes that are not JSON. */
export function readStored(key: string, bytes: Uint8Array, revision: number): Document<Json> {
  if (bytes[0] !== OPENING_BRACE)
    throw new StorageError(
      "Failed",
      `the object under ${key} is not stored as JSON: kube-apiserver writes it with --storage-media-type=application/json`,
    );
  return withRevision(decodeJson(bytes), revision);
}

/**
 * Does the same for a change that has just arrived. A text in the layout of the servers is not parsed: the revision is put into
 * it, and it is parsed when its value is needed.
 */
export function readArrived(key: string, bytes: Uint8Array, revision: number): Document<Json> {
  const text = textWithRevision(bytes, revision, packKept);
  return text === undefined ? readStored(key, bytes, revision) : Document.fromBytes(text);
}

/** Owns `value`. What has no `metadata` has no place for a revision. */
export function withRevision(value: Json, revision: number): Document<Json> {
  if (!hasMetadata(value)) return new Document(value);
  value.metadata.resourceVersion = String(revision);
  return new Document<Json>(value, undefined, (object) => objectBytes(object as KubeObject));
}

const hasMetadata = (value: Json): value is JsonObject & { metadata: JsonObject } =>
  isJsonObject(value) && isJsonObject(value.metadata);
