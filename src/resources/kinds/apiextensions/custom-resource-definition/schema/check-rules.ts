import {
  type FieldError,
  invalid,
  notSupportedInOrder,
  required,
} from "../../../../../api/validation/field-error.ts";
import { trimSpace } from "../../../../../go/space.ts";
import { findField } from "../../../../../schema/find-field.ts";
import type { JsonSchema, ValidationRule } from "../../../../../schema/json-schema.ts";

const REASONS: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

/** Checks the members of `x-kubernetes-validations` that can be checked without compiling the rules. */
export function checkRuleFields(schema: JsonSchema, path: string): FieldError[] {
  return (schema.validations ?? []).flatMap((rule, i) =>
    checkRule(schema, rule, `${path}.x-kubernetes-validations[${i}]`),
  );
}

const hasBreak = (text: string): boolean => /[\n\r]/.test(text);

function checkRule(schema: JsonSchema, rule: ValidationRule, path: string): FieldError[] {
  const errors = checkText(rule, path);
  const { messageExpression, reason, fieldPath } = rule;
  if (messageExpression !== "" && trimSpace(messageExpression) === "") {
    errors.push(required(`${path}.messageExpression`, "messageExpression must be non-empty if specified"));
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    errors.push(notSupportedInOrder(`${path}.reason`, reason, REASONS));
  }
  return [...errors, ...checkFieldPath(schema, fieldPath, `${path}.fieldPath`)];
}

/** Reports the first problem of rule and message. */
function checkText({ rule, message }: ValidationRule, path: string): FieldError[] {
  const [trimmedRule, trimmedMessage] = [trimSpace(rule), trimSpace(message)];
  const at = `${path}.message`;
  if (trimmedRule === "") return [required(`${path}.rule`, "rule is not specified")];
  if (message !== "" && trimmedMessage === "")
    return [invalid(at, message, "must be non-empty if specified")];
  if (hasBreak(trimmedMessage)) return [invalid(at, message, "must not contain line breaks")];
  if (hasBreak(trimmedRule) && trimmedMessage === "") {
    return [required(at, "message must be specified if rule contains line breaks")];
  }
  return [];
}

function checkFieldPath(schema: JsonSchema, fieldPath: string, path: string): FieldError[] {
  if (fieldPath === "") return [];
  const errors: FieldError[] = [];
  if (trimSpace(fieldPath) === "") errors.push(invalid(path, fieldPath, "must be non-empty if specified"));
  if (hasBreak(fieldPath)) errors.push(invalid(path, fieldPath, "must not contain line breaks"));
  if ("problem" in findField(fieldPath, schema))
    errors.push(invalid(path, fieldPath, "must be a valid path"));
  return errors;
}
