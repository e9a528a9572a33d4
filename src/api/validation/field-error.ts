import { formatFloat, isGoFloat } from "../../go/float.ts";
import { quote } from "../../go/quote.ts";
import { escapeHtml } from "../../json/stringify.ts";
import { type StatusCause, StatusError } from "../status.ts";

/**
 * One problem of one field. `message` is the error body without the path
 * (apimachinery/pkg/util/validation/field/errors.go, ErrorBody).
 */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Path as clients see it: `spec.containers[0].name`, `metadata.labels`; `<nil>` if there is none. */
  readonly field: string;
  readonly message: string;
  /**
   * Present if the reference's declarative validation finds the error, too, and reports it instead (`settled`): its message,
   * or true for the usual one.
   */
  readonly declared?: true | string;
  /** True if only declarative validation finds the error. */
  readonly declaredOnly?: true;
  /** True if it is a rule of the value that has the field, which declarative validation checks before all fields. */
  readonly ofOwner?: true;
}

/** Go's text of a path whose only name is empty, which refers to the object as a whole. */
export const EMPTY_PATH = "[]";

/** Reasons as causes of a Status have them (apimachinery/pkg/util/validation/field/errors.go, ErrorType). */
export type FieldErrorReason =
  | "FieldValueRequired"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueDuplicate"
  | "FieldValueForbidden"
  | "FieldValueNotFound"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid"
  | "InternalError";

/**
 * Maximum number of errors in one response, and of their characters together. Later errors are omitted. The reference
 * has no such limits and takes half a minute for 20,000 errors.
 */
export const MAX_ERRORS = 10_000;
const MAX_ERROR_TEXT = 1 << 20;

/** Counts the errors of a response and their characters. */
export class TextLimit {
  #texts = 0;
  #characters = 0;

  get isReached(): boolean {
    return this.#texts >= MAX_ERRORS || this.#characters > MAX_ERROR_TEXT;
  }

  count(text: string): void {
    this.#texts++;
    this.#characters += text.length;
  }
}

const withDetail = (body: string, detail: string): string => (detail === "" ? body : `${body}: ${detail}`);

/** A field that is absent or empty. */
export const required = (field: string, detail = ""): FieldError => ({
  reason: "FieldValueRequired",
  field,
  message: withDetail("Required value", detail),
});

/** A value that breaks a rule. The message has the value as Go prints it. */
export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  reason: "FieldValueInvalid",
  field,
  message: withDetail(`Invalid value: ${formatValue(value)}`, detail),
});

/** A value of a wrong type. */
export const typeInvalid = (field: string, value: unknown, detail: string): FieldError => ({
  reason: "FieldValueTypeInvalid",
  field,
  message: withDetail(`Invalid value: ${formatValue(value)}`, detail),
});

/** Supported values are printed sorted, as the reference does if it keeps them in a set. */
export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError =>
  notSupportedInOrder(field, value, [...supported].sort());

/**
 * Supported values are printed in the given order, as the reference does if it keeps them in a list. The value is
 * printed as JSON, because most closed sets have a named Go type instead of string.
 */
export const notSupportedInOrder = (
  field: string,
  value: unknown,
  supported: readonly string[],
): FieldError => unsupported(field, jsonText(value), supported);

/** `notSupportedInOrder` for a value of the Go type string. */
export const notSupportedText = (field: string, value: string, supported: readonly string[]): FieldError =>
  unsupported(field, quote(value), supported);

const unsupported = (field: string, value: string, supported: readonly string[]): FieldError => ({
  reason: "FieldValueNotSupported",
  field,
  message: withDetail(
    `Unsupported value: ${value}`,
    supported.length === 0 ? "" : `supported values: ${supported.map(quote).join(", ")}`,
  ),
});

/** A value that occurs twice in a list that must not have duplicates. */
export const duplicate = (field: string, value: unknown, detail = ""): FieldError => ({
  reason: "FieldValueDuplicate",
  field,
  message: withDetail(`Duplicate value: ${formatValue(value)}`, detail),
});

/** A field that must not be set here. */
export const forbiddenField = (field: string, detail: string): FieldError => ({
  reason: "FieldValueForbidden",
  field,
  message: withDetail("Forbidden", detail),
});

/** A value that refers to something that does not exist. */
export const fieldNotFound = (field: string, value: unknown): FieldError => ({
  reason: "FieldValueNotFound",
  field,
  message: `Not found: ${formatValue(value)}`,
});

/**
 * The message always has bytes, as in the reference, also for `maxLength` of a schema, which counts characters. A negative
 * `maxLength` gives a message without the number.
 */
export const tooLong = (field: string, maxLength: number): FieldError => ({
  reason: "FieldValueTooLong",
  field,
  message:
    maxLength >= 0
      ? `Too long: may not be more than ${maxLength} byte${maxLength === 1 ? "" : "s"}`
      : "Too long: value is too long",
});

/** A list with more than `max` items. */
export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  reason: "FieldValueTooMany",
  field,
  message: `Too many: ${actual}: must have at most ${max} item${max === 1 ? "" : "s"}`,
});

/** A problem of the server itself. */
export const internalFieldError = (field: string, detail: string): FieldError => ({
  reason: "InternalError",
  field,
  message: `Internal error: ${detail}`,
});

/** A value whose Go type is a named string type, or a pointer to a string. It is printed as JSON. */
export class NamedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** A NamedText, or null for a pointer that is not set. */
export const namedText = (text: string | undefined): NamedText | null =>
  text === undefined ? null : new NamedText(text);

/** Formats strings as Go's %q, numbers as %v, and all other values as JSON. */
const formatValue = (value: unknown): string => (typeof value === "string" ? quote(value) : jsonText(value));

function jsonText(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "number" || typeof value === "bigint")
    return isGoFloat(value) ? formatFloat(Number(value)) : String(value);
  return escapeHtml(JSON.stringify(value, (_key, v: unknown) => (typeof v === "bigint" ? Number(v) : v)));
}

/** Returns each error once. Nearly always there is none. */
export const distinctErrors = (errors: FieldError[]): FieldError[] =>
  errors.length < 2
    ? errors
    : [...new Map(errors.map((error) => [`${error.field}: ${error.message}`, error])).values()];

/**
 * Joins messages as Go's aggregate error: one text is unchanged, several are `[a, b]`, and equal ones are listed
 * once.
 */
export function aggregate(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`;
}

/** A 422 error with every field error as a cause: `Pod "x" is invalid: spec.containers: Required value`. */
export function invalidObject(
  gk: { group: string; kind: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const shown = firstOf(errors);
  const causes = shown.map(({ reason, message, field }): StatusCause => ({ reason, message, field }));
  const kind = gk.group === "" ? gk.kind : `${gk.kind}.${gk.group}`;
  const text = aggregate(shown.map((e) => `${e.field}: ${e.message}`));
  return new StatusError({
    message: `${kind} ${quote(name)} is invalid: ${text}`,
    reason: "Invalid",
    details: {
      ...(name ? { name } : {}),
      ...(gk.group ? { group: gk.group } : {}),
      ...(gk.kind ? { kind: gk.kind } : {}),
      causes,
    },
    code: 422,
  });
}

/** The first errors, up to the limits of one response. */
function firstOf(errors: readonly FieldError[]): readonly FieldError[] {
  const limit = new TextLimit();
  const end = errors.findIndex(({ field, message }) => {
    if (limit.isReached) return true;
    limit.count(field + message);
    return false;
  });
  return end < 0 ? errors : errors.slice(0, end);
}
