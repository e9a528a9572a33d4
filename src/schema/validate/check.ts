import type { Json } from "../../json/value.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Structure } from "../structure.ts";
import type { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

/**
 * A compiled check. It reports errors of the value at `trail` to `findings`, and returns the number of checks
 * made below it. If no alternative of several schemas fits, the reference uses this number to choose the
 * alternative to report.
 *
 * `old` is the value that this one replaces; undefined if no old value corresponds to it. Errors of a value
 * that has not changed are not reported (ratcheting).
 */
export type Check<T extends Json = Json> = (
  value: T,
  old: Json | undefined,
  trail: Trail,
  findings: Findings,
) => number;

/** Context of a schema: the structure that it describes, which decides which old value corresponds to a value. */
export interface Place {
  readonly structure: Structure | undefined;
  /** The value has no path: its fields are called `spec`, not `.spec`. */
  readonly isRoot: boolean;
  /** Types are checked for unknown formats, too. */
  readonly anyFormat: boolean;
}

/** A check, and a cheap test that it would find no errors. */
export interface ChildCheck {
  readonly check: Check;
  /**
   * Returns the number of checks made if the value certainly passes, else -1. Undefined if the schema is not
   * simple enough for such a test.
   */
  readonly quick: ((value: Json) => number) | undefined;
}

/** Compiles the schema of a field or an element. */
export type CompileChild = (schema: JsonSchema, place: Place) => ChildCheck;
