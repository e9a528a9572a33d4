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
 * Matchers for `expect.extend` of jest. In vitest, `import "sallyport/testing/vitest"` adds them with their types.
 *
 * @example
 * ```ts
 * import { matchers } from "sallyport/testing";
 * Object.keys(matchers); // ["toBeAllowed", "toBeDenied", "toHaveCalledWebhook", "toHaveWarned", "toHaveBeenPatchedBy"]
 * ```
 */
export const matchers = {
  toBeAllowed: (result: Result) => checkAllowed(result),
  toBeDenied: (result: Result, expected?: DenialExpected) => checkDenied(result, expected),
  toHaveCalledWebhook(this: unknown, result: Result, webhook: string): Checked {
    if (!isNegated(this)) return checkCalled(result, webhook);
    const { pass, message } = checkNotCalled(result, webhook);
    return { pass: !pass, message };
  },
  toHaveWarned: (result: Result, text: string | RegExp) => checkWarned(result, text),
  toHaveBeenPatchedBy: (result: Result, webhook: string, operations?: readonly JsonPatchOperation[]) =>
    checkPatched(result, webhook, operations),
} as const;

/** True for the state that vitest and jest give a matcher after `.not`. */
const isNegated = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "isNot" in state && state.isNot === true;

/** The methods of `expect(result)` after `expect.extend(matchers)`. */
export interface ResultMatchers<R = unknown> {
  toBeAllowed(): R;
  toBeDenied(expected?: DenialExpected): R;
  toHaveCalledWebhook(webhook: string): R;
  toHaveWarned(text: string | RegExp): R;
  toHaveBeenPatchedBy(webhook: string, operations?: readonly JsonPatchOperation[]): R;
}
