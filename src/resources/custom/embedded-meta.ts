import { withAllKeysSorted } from "../../api/object/key-order.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { type FieldError, invalid, required } from "../../api/validation/field-error.ts";
import type { FieldPath } from "../../api/validation/field-path.ts";
import { dns1035LabelProblems, nameIsPathSegment } from "../../api/validation/name-format.ts";
import { goTypeName } from "../../go/type-name.ts";
import { cannotUnmarshal } from "../../json/cannot-unmarshal.ts";
import { equal } from "../../json/equal.ts";
import { getKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { decodeFromMap } from "../../types/decode/decode.ts";
import { DecodeError } from "../../types/decode/decode-error.ts";
import type { DecodeProblems } from "../../types/decode/decode-problems.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import { validateObjectMeta } from "../machine/object-meta/validate-object-meta.ts";

/**
 * Decodes metadata to its canonical form; it may change its argument. Wrong types throw a DecodeError.
 * Unknown fields are dropped and reported to `problems`, sorted by key
 * (`schemaobjectmeta.GetObjectMetaWithOptions` writes and reads the map). `path`: path of the metadata.
 */
export function decodeMeta(value: Json, path: string, problems?: DecodeProblems): JsonObject {
  if (value === null) return {};
  if (!isJsonObject(value)) throw new DecodeError(cannotUnmarshal(goTypeName(value), "v1.ObjectMeta"));
  return decodeFromMap(value, builtinShape("meta/v1.ObjectMeta"), problems && below(path, problems));
}

/** The same for stored metadata: members of a wrong type are dropped (`dropMalformedFields` of the reference). */
export function decodeMetaLeniently(value: Json): JsonObject {
  try {
    return decodeMeta(copyWithNotes(value), "metadata");
  } catch (error) {
    if (!(error instanceof DecodeError) || !isJsonObject(value)) throw error;
    const members = Object.entries(value).filter(([name, member]) => isReadable({ [name]: member ?? null }));
    return decodeMeta(Object.fromEntries(members), "metadata");
  }
}

/** Members that the server does not change before it stores them. */
const AS_GIVEN = [
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

/** True if decoding has dropped or changed one of these members, even an empty map. */
export const isReadWithLoss = (given: JsonObject, read: JsonObject): boolean =>
  AS_GIVEN.some((name) => !equal(getKey(given, name) ?? null, getKey(read, name) ?? null));

function isReadable(metadata: JsonObject): boolean {
  try {
    decodeMeta(copyWithNotes(metadata), "metadata");
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

/** Reports unknown fields of a part of an object by their path in the whole object. */
const below = (path: string, problems: DecodeProblems): DecodeProblems => ({
  unknown: (field) => problems.unknown(`${path}.${field}`),
  get isFull() {
    return problems.isFull === true;
  },
});

/** Decodes apiVersion, kind and metadata of an embedded resource; throws a DecodeError for wrong types. */
export function coerceEmbedded(resource: JsonObject, path: FieldPath, problems?: DecodeProblems): void {
  for (const name of ["apiVersion", "kind"]) {
    const value = getKey(resource, name);
    if (value !== undefined && typeof value !== "string")
      throw invalidAt(path.child(name), value, "must be a string");
  }
  const metadata = getKey(resource, "metadata");
  if (metadata === undefined) return;
  try {
    resource.metadata = decodeMeta(copyWithNotes(metadata), path.child("metadata").toString(), problems);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw invalidAt(path.child("metadata"), metadata, error.message);
  }
}

/**
 * The same for a stored embedded resource: members of a wrong type are dropped
 * (schema/objectmeta/algorithm.go, DropInvalidFields).
 */
export function coerceStored(resource: JsonObject): void {
  for (const name of ["apiVersion", "kind"]) {
    const value = getKey(resource, name);
    if (value !== undefined && typeof value !== "string") delete resource[name];
  }
  const metadata = getKey(resource, "metadata");
  if (metadata === null || isJsonObject(metadata)) resource.metadata = decodeMetaLeniently(metadata);
}

function invalidAt(path: FieldPath, value: Json, detail: string): DecodeError {
  const { field, message } = invalid(path.toString(), withAllKeysSorted(value), detail);
  return new DecodeError(`${field}: ${message}`);
}

/**
 * Validates apiVersion, kind and metadata of an embedded resource; errors about missing members come first
 * (apiextensions-apiserver/pkg/apiserver/schema/objectmeta/validation.go, validateEmbeddedResource).
 */
export function validateEmbedded(resource: JsonObject, path: FieldPath): FieldError[] {
  const errors = [
    ...apiVersionErrors(getKey(resource, "apiVersion"), path.child("apiVersion").toString()),
    ...kindErrors(getKey(resource, "kind"), path.child("kind").toString()),
  ];
  const isMissing = ({ reason }: FieldError): boolean => reason === "FieldValueRequired";
  return [
    ...errors.filter(isMissing),
    ...errors.filter((error) => !isMissing(error)),
    ...metadataErrors(getKey(resource, "metadata"), path),
  ];
}

function apiVersionErrors(value: Json | undefined, at: string): FieldError[] {
  if (value === undefined) return [required(at)];
  if (typeof value !== "string") return [invalid(at, value, "must be a string")];
  if (value === "") return [invalid(at, value, "must not be empty")];
  return value.split("/").length > 2 ? [invalid(at, value, `unexpected GroupVersion string: ${value}`)] : [];
}

function kindErrors(value: Json | undefined, at: string): FieldError[] {
  if (value === undefined) return [required(at)];
  if (typeof value !== "string") return [invalid(at, value, "must be a string")];
  if (value === "") return [invalid(at, value, "must not be empty")];
  const problems = dns1035LabelProblems(value.toLowerCase());
  if (problems.length === 0) return [];
  return [invalid(at, value, `may have mixed case, but should otherwise match: ${problems.join(",")}`)];
}

/** Validates the metadata of an embedded resource, which needs no name. */
function metadataErrors(given: Json | undefined, path: FieldPath): FieldError[] {
  if (given === undefined) return [];
  const at = path.child("metadata");
  let metadata: JsonObject;
  try {
    metadata = decodeMeta(copyWithNotes(given), at.toString());
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return [invalid(at.toString(), withAllKeysSorted(given), error.message)];
  }
  const named = {
    ...copyWithNotes(metadata),
    name: typeof metadata.name === "string" && metadata.name !== "" ? metadata.name : "fakename",
  };
  const namespaced = typeof metadata.namespace === "string" && metadata.namespace !== "";
  const errors = validateObjectMeta(named, { namespaced, nameProblems: nameIsPathSegment });
  return errors.map((error) => ({ ...error, field: `${path}.${error.field}` }));
}
