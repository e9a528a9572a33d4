import { AssertionError } from "node:assert";
import type { JsonPatchOperation } from "../json/patch/operation.ts";
import {
  type Checked,
  checkAllowed,
  checkCalled,
  checkDenied,
  checkPatched,
  checkWarned,
  type DenialExpected,
} from "./checks.ts";
import type { Result } from "./result.ts";

/**
 * Throws an AssertionError, with everybody who was asked, unless the request was allowed. For node:test and runners that have
 * no matchers.
 */
export function assertAllowed(result: Result): void {
  hold(checkAllowed(result));
}

/** Unless it was refused, in this way. */
export function assertDenied(result: Result, expected?: DenialExpected): void {
  hold(checkDenied(result, expected));
}

/** Unless the webhook was called. */
export function assertCalled(result: Result, webhook: string): void {
  hold(checkCalled(result, webhook));
}

/** If the webhook was called. */
export function assertNotCalled(result: Result, webhook: string): void {
  const { pass, message } = checkCalled(result, webhook);
  hold({ pass: !pass, message });
}

/** Unless there is a warning with the text. */
export function assertWarned(result: Result, text: string | RegExp): void {
  hold(checkWarned(result, text));
}

/** Unless the webhook changed the object; with `operations`: just so. */
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
