import { type FieldError, invalid, NamedText } from "../../../../api/validation/field-error.ts";
import { byteLength } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";
import { unsupportedKeyword } from "../../../../schema/check-structural.ts";
import { parseSchema } from "../../../../schema/json-schema.ts";
import { checkColumn, checkSubresources } from "./check-parts.ts";
import { checkSelectableFields } from "./check-selectable-fields.ts";
import type { InternalVersion, PerVersion } from "./internal-spec.ts";
import type { Demands } from "./relaxations.ts";
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
