import {
  duplicate,
  type FieldError,
  invalid,
  required,
  tooMany,
} from "../../../../api/validation/field-error.ts";
import { findField } from "../../../../schema/find-field.ts";
import type { JsonSchema } from "../../../../schema/json-schema.ts";
import type { SelectableField } from "../../../custom/definition-types.ts";
import { MAX_SELECTABLE_FIELDS } from "./relaxations.ts";

const TYPES: readonly string[] = ["string", "boolean", "integer"];

/** Checks the selectable fields: simple paths to texts, booleans and integers of the schema. */
export function checkSelectableFields(
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
