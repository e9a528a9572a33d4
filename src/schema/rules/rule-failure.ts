import { duplicate, type FieldError, forbiddenField, invalid, required } from "../../api/field-error.ts";
import { trimSpace } from "../../api/go-space.ts";
import type { Json } from "../../api/json.ts";
import type { ValidationRule } from "../json-schema.ts";

/** `Duplicate value`, `Invalid value: text`: objects and lists are not printed. */
const unprinted = (
  reason: FieldError["reason"],
  field: string,
  body: string,
  detail: string,
): FieldError => ({
  reason,
  field,
  message: detail === "" ? body : `${body}: ${detail}`,
});

/** The error of a rule that does not hold for a value; undefined for values that are not printed. */
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

/** How errors call a rule: by its message if it has one. */
export const ruleName = ({ rule, message }: ValidationRule): string =>
  trimSpace(message === "" ? rule : message);

export const defaultMessage = (rule: ValidationRule): string =>
  rule.message === "" ? `failed rule: ${ruleName(rule)}` : trimSpace(rule.message);
