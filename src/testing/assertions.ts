import { AssertionError } from "node:assert";
import type { JsonPatchOperation } from "../patch/operation.ts";
import {
  type Checked,
  checkAllowed,
  checkCalled,
  checkDenied,
  checkNotCalled,
  checkPatched,
  checkWarned,
  type DenialExpected,
} from "./checks.ts";
import type { Result } from "./result.ts";

/**
 * Throws an AssertionError with the text of `explain` unless the request was allowed. For node:test and other
 * runners without matchers.
 */
export function assertAllowed(result: Result): void {
  hold(checkAllowed(result));
}

/** Throws an AssertionError unless the request was refused, and in the expected way. */
export function assertDenied(result: Result, expected?: DenialExpected): void {
  hold(checkDenied(result, expected));
}

/** Throws an AssertionError unless the webhook was called and answered. */
export function assertCalled(result: Result, webhook: string): void {
  hold(checkCalled(result, webhook));
}

/** Throws an AssertionError if the webhook was called, even if it gave no answer. */
export function assertNotCalled(result: Result, webhook: string): void {
  hold(checkNotCalled(result, webhook));
}

/** Throws an AssertionError unless there is a warning that contains the text or matches the expression. */
export function assertWarned(result: Result, text: string | RegExp): void {
  hold(checkWarned(result, text));
}

/**
 * Throws an AssertionError unless the webhook changed the object; with `operations`, unless its patch is
 * equal to them.
 */
export function assertPatched(
  result: Result,
  webhook: string,
  operations?: readonly JsonPatchOperation[],
): void {
  hold(checkPatched(result, webhook, operations));
}

function hold({ pass, message }: Checked): void {
  if (!pass) throw new AssertionError({ message: message(), stackStartFn: hold });
}
