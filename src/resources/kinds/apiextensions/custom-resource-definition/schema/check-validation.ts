import { type FieldError, forbiddenField, invalid } from "../../../../../api/validation/field-error.ts";
import type { Steps } from "../../../../../async/steps.ts";
import { structuralSteps, unsupportedKeyword } from "../../../../../schema/check-structural.ts";
import type { JsonSchema } from "../../../../../schema/json-schema.ts";
import { schemaForm, setMembers } from "../go-form.ts";
import type { Validation } from "../internal-spec.ts";
import type { Demands } from "../relaxations.ts";
import { checkDeclaredRules } from "./check-declared-rules.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkSchema } from "./check-schema.ts";

/**
 * Go's names of the members that the root schema may have besides `status`, because it is split for the
 * status endpoint.
 */
const BESIDE_STATUS =
  "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations".split(
    " ",
  );

/**
 * Checks the schema of one version or of all versions. `path`: path of the member that contains
 * `openAPIV3Schema`. `anyCost`: true if the schema has not changed, so that no single rule exceeds the cost
 * limit.
 */
export function* checkValidation(
  validation: Validation | undefined,
  hasStatus: boolean,
  path: string,
  demands: Demands,
  anyCost: boolean,
): Steps<FieldError[]> {
  const schema = validation?.schema;
  if (schema === undefined) return [];
  const at = `${path}.openAPIV3Schema`;
  const errors = hasStatus ? checkRootMembers(schema, at) : [];
  if (schema.nullable) errors.push(forbiddenField(`${at}.nullable`, "nullable cannot be true at the root"));
  const unsupported = unsupportedKeyword(schema);
  yield;
  const structural = unsupported === undefined ? yield* checkStructure(schema, at) : [];
  yield;
  const own = checkSchema(schema, at, demands);
  yield;
  for (const error of [...structural, ...own.errors]) errors.push(error);
  if (unsupported !== undefined) return errors.length > 0 ? errors : [invalid(at, "", unsupported)];
  if (structural.length > 0) return errors;
  const { rules, costs } = yield* checkDeclaredRules(schema, at, { brokenAt: own.brokenAt, anyCost });
  return [...errors, ...rules, ...costs];
}

function* checkStructure(schema: JsonSchema, path: string): Steps<FieldError[]> {
  const errors = yield* structuralSteps(schema, path);
  yield;
  return errors.length > 0 ? errors : yield* checkDefaults(schema, path);
}

/** Reports the first member of the root schema that would be lost if only the schema of status were applied. */
function checkRootMembers(schema: JsonSchema, path: string): FieldError[] {
  for (const member of setMembers(schema)) {
    if (member === "Type" && schema.type !== "object") {
      const detail =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalid(`${path}.type`, schema.type, detail)];
    }
    if (!BESIDE_STATUS.includes(member)) {
      const detail = `only [${BESIDE_STATUS.join(" ")}] fields are allowed at the root of the schema if the status subresource is enabled`;
      return [invalid(path, schemaForm(schema), detail)];
    }
  }
  return [];
}
