import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { plainError } from "../../api/status.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import { validateAnnotations, validateLabels } from "../../api/validation/labels.ts";
import { goDynamicType } from "../../go/format.ts";
import { goTypeName } from "../../go/type-name.ts";
import { cannotUnmarshal } from "../../json/cannot-unmarshal.ts";
import { equal } from "../../json/equal.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { boundedText } from "../../report/bounded-text.ts";

interface ConversionProblem {
  /** The reference's term for the place: another version or kind, another object, or its metadata. */
  readonly at: "version" | "object" | "metadata";
  readonly why: string;
}

const KEPT = ["labels", "annotations"] as const;

/** Returns the object that a webhook made. Throws the decoder's text if it is not an object. */
export function asObject(made: Json): JsonObject {
  if (made === null) throw plainError("unexpected end of JSON input");
  if (!isJsonObject(made)) throw plainError(cannotUnmarshal(goTypeName(made), "map[string]interface {}"));
  const isVersion = textOf(made.apiVersion).split("/").length <= 2;
  if (textOf(made.kind) === "" || !isVersion)
    throw plainError(`Object 'Kind' is missing in '${boundedText(stringify(made))}'`);
  return made;
}

/** Returns an empty string for a value that is not a string. */
const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/**
 * Returns the problem with a converted object. If there is none, restores the original's metadata in place,
 * except for labels and annotations.
 */
export function checkConverted(
  original: KubeObject,
  made: JsonObject,
  apiVersion: string,
): ConversionProblem | undefined {
  const other = (what: string, expected: Json | undefined, got: Json | undefined): string =>
    `invalid ${what} (expected ${String(expected ?? "")}, received ${String(got ?? "")})`;
  if (made.apiVersion !== apiVersion)
    return { at: "version", why: other("groupVersion", apiVersion, textOf(made.apiVersion)) };
  if (made.kind !== original.kind) return { at: "version", why: other("kind", original.kind, made.kind) };
  const metadata = metadataOf(made);
  for (const [field, title] of IDENTITY) {
    const [before, after] = [metadataOf(original)[field] ?? "", textOf(metadata[field])];
    if (before !== after)
      return { at: "object", why: `must have the same ${title}: ${String(before)} != ${String(after)}` };
  }
  if (made.metadata === undefined) return { at: "metadata", why: "missing metadata in converted object" };
  if (!isJsonObject(made.metadata))
    return { at: "metadata", why: `invalid metadata of type ${goType(made.metadata)} in converted object` };
  return restoreMeta(original, made, metadata);
}

/** Returns the metadata. In comparisons for managed fields, all metadata may have been removed. */
const metadataOf = ({ metadata }: { readonly metadata?: unknown }): JsonObject =>
  isJsonObject(metadata) ? metadata : {};

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
  const metadata = copyWithNotes(metadataOf(original));
  for (const field of KEPT) {
    const values = answered[field];
    if (values === undefined || values === null) delete metadata[field];
    else {
      const why =
        textsProblem(field, values) ?? changeProblem(field, metadataOf(original)[field] ?? null, values);
      if (why !== undefined) return { at: "metadata", why };
      if (isJsonObject(values) && Object.keys(values).length === 0) delete metadata[field];
      else metadata[field] = values;
    }
  }
  made.metadata = metadata;
  return undefined;
}

/** Labels and annotations that the webhook changed must be valid. */
function changeProblem(field: (typeof KEPT)[number], before: Json, values: Json): string | undefined {
  if (equal(before ?? {}, values)) return undefined;
  const texts = values as Record<string, string>;
  const errors =
    field === "labels"
      ? validateLabels(texts, "metadata.labels")
      : validateAnnotations(texts, "metadata.annotation");
  return errors.length === 0 ? undefined : aggregate(errors.map((e) => `${e.field}: ${e.message}`));
}

function textsProblem(field: string, values: Json): string | undefined {
  if (!isJsonObject(values)) return `invalid metadata.${field} of type ${goType(values)} in converted object`;
  const wrong = Object.entries(values).find(([, value]) => typeof value !== "string");
  if (wrong === undefined) return undefined;
  return `metadata.${field}[${wrong[0]}] must be a string, but is ${goType(wrong[1] ?? null)} in converted object`;
}

/** Returns the type of a value as Go's `%T` prints it. */
const goType = (value: Json): string => (value === null ? "<nil>" : goDynamicType(value));
