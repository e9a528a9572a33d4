import { LAST_APPLIED } from "../../../api/secrets/secret-places.ts";
import { getKey, setKey } from "../../../json/object.ts";
import { parseJson } from "../../../json/parse/parse.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../../json/value.ts";
import type { ApplyInput } from "./apply-input.ts";
import { compareObjects } from "./sets/compare.ts";
import { difference, type FieldSet } from "./sets/field-set.ts";
import { mergeTypeOf } from "./sets/merge-type.ts";
import { toFieldSet } from "./sets/to-field-set.ts";
import { problemsOf } from "./validate-applied.ts";

/** Limit for the total size of all annotations of an object, in bytes. */
const MAX_ANNOTATION_BYTES = 256 * 1024;

/**
 * Returns the fields that client-side apply has set and that have not changed since; undefined if it was
 * never used.
 */
export function toleratedByLastApplied(input: ApplyInput): FieldSet | undefined {
  const { live, applied, apiVersion, shape } = input;
  const type = mergeTypeOf(shape);
  const last = readAnnotation(live);
  if (live === undefined || last === undefined || last.apiVersion !== apiVersion) return undefined;
  if (last.kind !== applied.kind) return undefined;
  if (problemsOf(type, last) !== undefined || problemsOf(type, live) !== undefined) return undefined;
  const { added, modified, removed } = compareObjects(type, last, live);
  return difference(difference(difference(toFieldSet(type, last), modified), added), removed);
}

function readAnnotation(object: JsonObject | undefined): JsonObject | undefined {
  const text = getKey(annotationsOf(object), LAST_APPLIED);
  if (typeof text !== "string" || text === "") return undefined;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function annotationsOf(object: JsonObject | undefined): JsonObject {
  const metadata = object?.metadata;
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  return isJsonObject(annotations) ? annotations : {};
}

/**
 * Returns the object with an updated annotation, if it has the annotation, so that client-side apply can be
 * used again.
 */
export function withLastApplied(object: JsonObject, text: string): JsonObject {
  const { [LAST_APPLIED]: before, ...others } = annotationsOf(object);
  if (typeof before !== "string" || before === "") return object;
  const annotations: JsonObject = { ...others, [LAST_APPLIED]: text };
  return withAnnotations(object, sizeOf(annotations) > MAX_ANNOTATION_BYTES ? others : annotations);
}

const withAnnotations = (object: JsonObject, annotations: JsonObject): JsonObject => ({
  ...object,
  metadata: { ...record(object.metadata), annotations },
});

const sizeOf = (annotations: JsonObject): number =>
  Object.entries(annotations).reduce(
    (size, [key, value]) => size + Buffer.byteLength(key) + Buffer.byteLength(String(value)),
    0,
  );

/**
 * Returns the configuration as the annotation contains it: without the annotation itself, with sorted keys
 * and a line break at the end.
 */
export function lastAppliedText(applied: JsonObject): string {
  const { [LAST_APPLIED]: before, ...others } = annotationsOf(applied);
  const kept = before === undefined ? applied : withAnnotations(applied, others);
  return `${stringify(sortKeys(kept))}\n`;
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).sort()) setKey(sorted, key, sortKeys(value[key]!));
  return sorted;
}
