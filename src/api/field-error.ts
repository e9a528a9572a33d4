import { formatFloat, isGoFloat } from "./go-float.ts";
import type { Json } from "./json.ts";
import { quote } from "./quote.ts";
import { type StatusCause, StatusError } from "./status.ts";

/**
 * One thing that is wrong with one field: `message` is the body without the path
 * (apimachinery/pkg/util/validation/field/errors.go, ErrorBody).
 */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Path as clients see it: `spec.containers[0].name`, `metadata.labels`; `<nil>` where there is none. */
  readonly field: string;
  readonly message: string;
}

/** How Go prints a path whose only name is empty: the object as a whole. */
export const EMPTY_PATH = "[]";

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
 * Errors that one answer has at most, and their characters together. The reference has no such limits, and takes half a
 * minute for 20,000 errors; what comes after them is left out.
 */
export const MAX_ERRORS = 10_000;
const MAX_ERROR_TEXT = 1 << 20;

/** Counts what an answer says of errors. */
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

export const required = (field: string, detail = ""): FieldError => ({
  reason: "FieldValueRequired",
  field,
  message: withDetail("Required value", detail),
});

export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  reason: "FieldValueInvalid",
  field,
  message: withDetail(`Invalid value: ${formatValue(value)}`, detail),
});

export const typeInvalid = (field: string, value: unknown, detail: string): FieldError => ({
  reason: "FieldValueTypeInvalid",
  field,
  message: withDetail(`Invalid value: ${formatValue(value)}`, detail),
});

/** The supported values are printed sorted, as the reference does where it keeps them in a set. */
export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError =>
  notSupportedInOrder(field, value, [...supported].sort());

/**
 * The supported values are printed as given: where the reference keeps them in a list. The value's own Go type is not
 * string but a name for it, as that of most closed sets: Go prints it as JSON.
 */
export const notSupportedInOrder = (
  field: string,
  value: unknown,
  supported: readonly string[],
): FieldError => unsupported(field, jsonText(value), supported);

/** The same for a value of the type string. */
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

export const duplicate = (field: string, value: unknown, detail = ""): FieldError => ({
  reason: "FieldValueDuplicate",
  field,
  message: withDetail(`Duplicate value: ${formatValue(value)}`, detail),
});

export const forbiddenField = (field: string, detail: string): FieldError => ({
  reason: "FieldValueForbidden",
  field,
  message: withDetail("Forbidden", detail),
});

export const fieldNotFound = (field: string, value: unknown): FieldError => ({
  reason: "FieldValueNotFound",
  field,
  message: `Not found: ${formatValue(value)}`,
});

/** `unit`: most of the reference counts bytes, maxLength of a schema counts characters but prints bytes too. */
export const tooLong = (field: string, maxLength: number): FieldError => ({
  reason: "FieldValueTooLong",
  field,
  message:
    maxLength >= 0
      ? `Too long: may not be more than ${maxLength} byte${maxLength === 1 ? "" : "s"}`
      : "Too long: value is too long",
});

export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  reason: "FieldValueTooMany",
  field,
  message: `Too many: ${actual}: must have at most ${max} item${max === 1 ? "" : "s"}`,
});

export const internalFieldError = (field: string, detail: string): FieldError => ({
  reason: "InternalError",
  field,
  message: `Internal error: ${detail}`,
});

/** A value whose Go type is a name for string, or a pointer to a string: it is printed as JSON. */
export class NamedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** Such a value, or the null of a pointer that is not set. */
export const namedText = (text: string | undefined): NamedText | null =>
  text === undefined ? null : new NamedText(text);

/** Strings quoted as Go's %q does, numbers as its %v does, everything else as JSON. */
const formatValue = (value: unknown): string => (typeof value === "string" ? quote(value) : jsonText(value));

function jsonText(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "number" || typeof value === "bigint")
    return isGoFloat(value) ? formatFloat(Number(value)) : String(value);
  return escapeHtml(JSON.stringify(value, (_key, v: unknown) => (typeof v === "bigint" ? Number(v) : v)));
}

/** Go's JSON encoder writes <, > and & as escapes. */
function escapeHtml(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Go's aggregate: one text as it is, several as `[a, b]`, equal ones once. */
export function aggregate(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`;
}

/** 422: `Pod "x" is invalid: spec.containers: Required value`, every error a cause. */
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

/** As many errors as one answer has. */
function firstOf(errors: readonly FieldError[]): readonly FieldError[] {
  const limit = new TextLimit();
  const end = errors.findIndex(({ field, message }) => {
    if (limit.isReached) return true;
    limit.count(field + message);
    return false;
  });
  return end < 0 ? errors : errors.slice(0, end);
}

export type { Json };
