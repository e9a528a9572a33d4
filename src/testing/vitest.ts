/**
 * Adds the matchers to `expect` of vitest, with their types: import it in a setup file or a test.
 *
 * @packageDocumentation
 */
import { expect } from "vitest";
import { matchers, type ResultMatchers } from "./matchers.ts";

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: as vitest has it.
  interface Assertion<T = any> extends ResultMatchers<T> {}
}

expect.extend(matchers);

export type { ResultMatchers };
