import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { Structure } from "./structure.ts";

/** Receives the fields that were dropped. */
export interface UnknownFields {
  /** Reports the path of one dropped field: `spec.list[0].x`. */
  unknown(path: string): void;
}

type Segment = string | number;
/** Path of the current value. Undefined if the caller does not collect unknown fields. */
type Trail = { readonly segments: Segment[]; readonly unknown: DroppedFields } | undefined;

/**
 * Limit for the total length of the paths that are kept to be sorted, in characters. Once it is exceeded,
 * further paths are not reported.
 */
const MAX_TEXT = 1 << 20;

class DroppedFields {
  readonly paths: string[] = [];
  #characters = 0;

  add(segments: readonly Segment[], key: string): void {
    if (this.#characters > MAX_TEXT) return;
    const path = formatTrail([...segments, key]);
    this.#characters += path.length;
    this.paths.push(path);
  }
}

const isMetaField = (key: string): boolean => key === "apiVersion" || key === "kind" || key === "metadata";

/**
 * Drops, in place, the fields of a whole object that its schema does not specify. apiVersion, kind and
 * metadata are kept, at the root and in embedded resources. Dropped paths are reported in sorted order, as in
 * the reference.
 */
export function pruneObject(object: JsonObject, root: Structure, report?: UnknownFields): void {
  if (report === undefined) {
    pruneRoot(object, root, undefined);
    return;
  }
  const unknown = new DroppedFields();
  pruneRoot(object, root, { segments: [], unknown });
  for (const path of unknown.paths.sort()) report.unknown(path);
}

/** Drops unknown fields of a part of an object, such as a default, in place. */
export function pruneValue(value: Json, structure: Structure | undefined): void {
  prune(value, structure, undefined);
}

function pruneRoot(object: JsonObject, root: Structure, trail: Trail): void {
  if (root.preserveUnknown) pruneKnown(object, root, true, trail);
  else pruneFields(object, root, true, trail);
}

function prune(value: Json | undefined, structure: Structure | undefined, trail: Trail): void {
  if (typeof value !== "object" || value === null) return;
  if (structure?.preserveUnknown) pruneKnown(value, structure, structure.embedded, trail);
  else if (Array.isArray(value)) pruneItems(value, structure?.items, prune, trail);
  else if (structure === undefined) dropAll(value, trail);
  else pruneFields(value, structure, structure.embedded, trail);
}

function dropAll(object: JsonObject, trail: Trail): void {
  for (const key of Object.keys(object)) drop(object, key, trail);
}

function drop(object: JsonObject, key: string, trail: Trail): void {
  delete object[key];
  if (trail === undefined || (isMetaField(key) && trail.segments.length === 0)) return;
  trail.unknown.add(trail.segments, key);
}

function pruneFields(object: JsonObject, structure: Structure, isResource: boolean, trail: Trail): void {
  const { properties, additional } = structure;
  for (const key in object) {
    if (isResource && isMetaField(key)) continue;
    const property = properties?.get(key);
    if (property !== undefined) below(object[key], property, key, prune, trail);
    else if (additional !== undefined) below(object[key], additional.structure, key, prune, trail);
    else drop(object, key, trail);
  }
}

/**
 * Prunes a value below x-kubernetes-preserve-unknown-fields: specified fields are pruned by their own schema,
 * all others are kept.
 */
function pruneKnown(
  value: JsonObject | Json[],
  structure: Structure,
  isResource: boolean,
  trail: Trail,
): void {
  if (Array.isArray(value)) {
    pruneItems(value, structure.items, skip, trail);
    return;
  }
  const { properties, additional } = structure;
  if (properties === undefined && additional === undefined) return;
  for (const key in value) {
    if (isResource && isMetaField(key)) continue;
    const property = properties?.get(key);
    if (property !== undefined) below(value[key], property, key, prune, trail);
    else if (additional !== undefined) below(value[key], additional.structure, key, prune, trail);
  }
}

function skip(value: Json | undefined, structure: Structure | undefined, trail: Trail): void {
  if (typeof value !== "object" || value === null || structure === undefined) return;
  pruneKnown(value, structure, structure.embedded, trail);
}

type Step = (value: Json | undefined, structure: Structure | undefined, trail: Trail) => void;

function pruneItems(list: readonly Json[], items: Structure | undefined, step: Step, trail: Trail): void {
  for (let i = 0; i < list.length; i++) below(list[i], items, i, step, trail);
}

function below(
  value: Json | undefined,
  structure: Structure | undefined,
  segment: Segment,
  step: Step,
  trail: Trail,
): void {
  if (typeof value !== "object" || value === null) return;
  trail?.segments.push(segment);
  step(value, structure, trail);
  trail?.segments.pop();
}

function formatTrail(segments: readonly Segment[]): string {
  let text = "";
  for (const segment of segments) {
    if (typeof segment === "number") text += `[${segment}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}

/**
 * Drops, in place, null fields for which the schema neither allows null nor has a default. Elements of lists
 * are kept, because dropping one would move the others.
 */
export function dropNulls(value: Json | undefined, structure: Structure | undefined): void {
  if (structure === undefined) return;
  if (Array.isArray(value)) for (const item of value) dropNulls(item, structure.items);
  else if (isJsonObject(value)) dropNullFields(value, structure);
}

function dropNullFields(object: JsonObject, { properties, additional }: Structure): void {
  for (const key in object) {
    const field = properties?.get(key) ?? additional?.structure;
    if (field === undefined) continue;
    const value = object[key];
    if (value !== null) {
      if (typeof value === "object") dropNulls(value, field);
    } else if (!field.nullable && field.default === undefined) delete object[key];
  }
}
