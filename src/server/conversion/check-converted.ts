import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { goDynamicType } from "../../json/go-format.ts";
import { clone } from "../../json/object.ts";

export interface ConversionProblem {
  /** What the reference calls the place: another version or kind, another object, or its metadata. */
  readonly at: "version" | "object" | "metadata";
  readonly why: string;
}

const KEPT = ["labels", "annotations"] as const;

/**
 * What is wrong with a converted object; none: its metadata is made the original's again but for labels and annotations,
 * in place.
 */
export function checkConverted(
  original: KubeObject,
  made: JsonObject,
  apiVersion: string,
): ConversionProblem | undefined {
  const other = (what: string, expected: Json | undefined, got: Json | undefined): string =>
    `invalid ${what} (expected ${String(expected ?? "")}, received ${String(got ?? "")})`;
  if (made.apiVersion !== apiVersion)
    return { at: "version", why: other("groupVersion", apiVersion, made.apiVersion) };
  if (made.kind !== original.kind) return { at: "version", why: other("kind", original.kind, made.kind) };
  const metadata = isJsonObject(made.metadata) ? made.metadata : {};
  for (const [field, title] of IDENTITY) {
    const [before, after] = [original.metadata[field] ?? "", metadata[field] ?? ""];
    if (before !== after)
      return { at: "object", why: `must have the same ${title}: ${String(before)} != ${String(after)}` };
  }
  if (made.metadata === undefined) return { at: "metadata", why: "missing metadata in converted object" };
  return restoreMeta(original, made, metadata);
}

const IDENTITY = [
  ["name", "name"],
  ["namespace", "namespace"],
  ["uid", "UID"],
] as const;

function restoreMeta(
  original: KubeObject,
  made: JsonObject,
  answered: JsonObject,
): ConversionProblem | undefined {
  const metadata = clone(original.metadata) as JsonObject;
  for (const field of KEPT) {
    const values = answered[field];
    if (values === undefined || values === null) delete metadata[field];
    else {
      const why = textsProblem(field, values);
      if (why !== undefined) return { at: "metadata", why };
      metadata[field] = values;
    }
  }
  made.metadata = metadata;
  return undefined;
}

function textsProblem(field: string, values: Json): string | undefined {
  if (!isJsonObject(values)) return `invalid metadata.${field} of type ${goType(values)} in converted object`;
  const wrong = Object.entries(values).find(([, value]) => typeof value !== "string");
  if (wrong === undefined) return undefined;
  return `metadata.${field}[${wrong[0]}] must be a string, but is ${goType(wrong[1] ?? null)} in converted object`;
}

/** Go's `%T`. */
const goType = (value: Json): string => (value === null ? "<nil>" : goDynamicType(value));
