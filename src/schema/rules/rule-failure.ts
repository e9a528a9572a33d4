import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  required,
} from "../../api/validation/field-error.ts";
import { trimSpace } from "../../go/space.ts";
import type { Json } from "../../json/value.ts";
import type { ValidationRule } from "../json-schema.ts";

/**
 * Builds an error that does not print the value, as for objects and lists: `Duplicate value`, `Invalid value:
 * text`.
 */
const unprinted = (
  reason: FieldError["reason"],
  field: string,
  body: string,
  detail: string,
): FieldError => ({ reason, field, message: detail === "" ? body : `${body}: ${detail}` });

/** Returns the error of a rule that does not hold. `value`: undefined if errors do not print it. */
export function ruleFailure(
  { reason }: ValidationRule,
  field: string,
  value: Json | undefined,
  detail: string,
): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
      return forbiddenField(field, detail);
    case "FieldValueRequired":
      return required(field, detail);
    case "FieldValueDuplicate":
      return value === undefined
        ? unprinted("FieldValueDuplicate", field, "Duplicate value", "")
        : duplicate(field, value);
    default:
      return value === undefined
        ? unprinted("FieldValueInvalid", field, "Invalid value", detail)
        : invalid(field, value, detail);
  }
}

/** Name of a rule in errors: its message if it has one, else its expression. */
export const ruleName = ({ rule, message }: ValidationRule): string =>
  trimSpace(message === "" ? rule : message);

/** Message of a rule without a message expression: `message`, or else the rule itself. */
export const defaultMessage = (rule: ValidationRule): string =>
  rule.message === "" ? `failed rule: ${ruleName(rule)}` : trimSpace(rule.message);
