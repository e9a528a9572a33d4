import {
  duplicate,
  type FieldError,
  invalid,
  NamedText,
  required,
  tooMany,
} from "../../../../api/validation/field-error.ts";
import { byteLength } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";
import { unsupportedKeyword } from "../../../../schema/check-structural.ts";
import { findField } from "../../../../schema/find-field.ts";
import { type JsonSchema, parseSchema } from "../../../../schema/json-schema.ts";
import type { SelectableField } from "../../../custom/definition-types.ts";
import { checkColumn, checkSubresources } from "./check-parts.ts";
import type { InternalVersion, PerVersion } from "./internal-spec.ts";
import { type Demands, MAX_SELECTABLE_FIELDS } from "./relaxations.ts";
import { checkValidation } from "./schema/check-validation.ts";

/** Checks the members of one version. */
export function* checkVersion(
  version: InternalVersion,
  hasStatus: boolean,
  path: string,
  demands: Demands,
): Steps<FieldError[]> {
  const anyCost = demands.storedSchemas.has(version.name);
  return [
    ...checkDeprecation(version, `${path}.deprecationWarning`),
    ...(yield* checkValidation(version.validation, hasStatus, `${path}.schema`, demands, anyCost)),
    ...checkSubresources(version.subresources, `${path}.subresources`),
    ...checkColumns(version, path),
    ...checkSelectable(version, version.name, path, demands),
  ];
}

const EMPTY = parseSchema({});

/** Checks `additionalPrinterColumns` at the top or of a version. */
export function checkColumns({ columns = [] }: PerVersion, path: string): FieldError[] {
  return columns.flatMap((column, i) => checkColumn(column, `${path}.additionalPrinterColumns[${i}]`));
}

/**
 * Checks the selectable fields. `version`: name of the version; undefined for the fields that all versions
 * share.
 */
export function checkSelectable(
  own: PerVersion,
  version: string | undefined,
  path: string,
  demands: Demands,
): FieldError[] {
  const { selectableFields = [], validation } = own;
  if (selectableFields.length === 0) return [];
  const at = `${path}.selectableFields`;
  const schema =
    validation?.schema ?? (version === undefined && validation !== undefined ? EMPTY : undefined);
  if (schema === undefined) {
    const detail =
      version === undefined
        ? "may only be set when validations.schema is included"
        : "may only be set when `version.schema.openAPIV3Schema` is not included";
    return [invalid(at, "", detail)];
  }
  const unsupported = unsupportedKeyword(schema);
  const manyAllowed = demands.tooManyFieldsAllowed(version ?? "");
  if (unsupported === undefined) return checkSelectableFields(selectableFields, schema, at, manyAllowed);
  return [
    invalid(`${path}.schema.openAPIV3Schema`, "", unsupported),
    ...checkSelectableFields(selectableFields, EMPTY, at, manyAllowed),
  ];
}

function checkDeprecation(
  { deprecated, deprecationWarning: warning }: InternalVersion,
  path: string,
): FieldError[] {
  if (warning === undefined) return [];
  const printed = new NamedText(warning);
  if (!deprecated) return [invalid(path, printed, "can only be set for deprecated versions")];
  const problems: string[] = [];
  if (byteLength(warning) > 256) problems.push("must be <= 256 characters long");
  if (warning === "") problems.push("must not be an empty string");
  const odd = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(warning);
  if (odd !== null) {
    const index = byteLength(warning.slice(0, odd.index));
    problems.push(
      `must only contain printable UTF-8 characters; non-printable character found at index ${index}`,
    );
  }
  return problems.map((problem) => invalid(path, printed, problem));
}

const TYPES: readonly string[] = ["string", "boolean", "integer"];

/** Checks the selectable fields: simple paths to texts, booleans and integers of the schema. */
function checkSelectableFields(
  fields: readonly SelectableField[],
  schema: JsonSchema,
  path: string,
  manyAllowed: boolean,
): FieldError[] {
  const known = new Set<string>();
  const errors = fields.flatMap(({ jsonPath }, i) =>
    checkField(jsonPath, schema, `${path}[${i}].jsonPath`, known),
  );
  if (known.size > MAX_SELECTABLE_FIELDS && !manyAllowed)
    errors.push(tooMany(path, known.size, MAX_SELECTABLE_FIELDS));
  return errors;
}

function checkField(jsonPath: string, schema: JsonSchema, at: string, known: Set<string>): FieldError[] {
  if (jsonPath === "") return [required(at)];
  const found = findField(jsonPath, schema, { brackets: false });
  if ("problem" in found) return [invalid(at, jsonPath, `is an invalid path: ${found.problem}`)];
  const errors: FieldError[] = [];
  if (found.root === "metadata") errors.push(invalid(at, jsonPath, "must not point to fields in metadata"));
  if (!TYPES.includes(found.schema?.type ?? "")) {
    const detail =
      "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
    errors.push(invalid(at, jsonPath, detail));
  }
  if (known.has(found.path)) errors.push(duplicate(at, jsonPath));
  known.add(found.path);
  return errors;
}
