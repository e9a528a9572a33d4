import type { FieldError } from "../../src/api/validation/field-error.ts";
import type { Json } from "../../src/json/value.ts";
import { lacks } from "../case.ts";

export interface ExpectedFieldError {
  field?: string;
  fieldOneOf?: string[];
  reason: string;
  messageContains?: Json;
}

/** Every expected error must be there; with `complete` nothing else. The order does not matter. */
export function fieldErrorProblem(
  actual: readonly FieldError[],
  expected: readonly ExpectedFieldError[],
  complete: boolean,
): string | undefined {
  const printed = actual.map(({ field, reason, message }) => `${field} ${reason} ${message}`).join("\n");
  const left = [...actual];
  for (const want of expected) {
    const at = left.findIndex((error) => isThat(error, want));
    if (at < 0) return `expected ${JSON.stringify(want)}, got\n${printed}`;
    left.splice(at, 1);
  }
  return complete && left.length > 0 ? `more errors than expected:\n${printed}` : undefined;
}

function isThat(
  actual: FieldError,
  { field, fieldOneOf, reason, messageContains }: ExpectedFieldError,
): boolean {
  const place = fieldOneOf === undefined ? actual.field === field : fieldOneOf.includes(actual.field);
  return place && actual.reason === reason && lacks("", actual.message, messageContains) === undefined;
}
