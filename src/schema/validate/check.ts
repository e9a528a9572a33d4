import type { Json } from "../../api/json.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Structure } from "../structure.ts";
import type { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

/**
 * A compiled check: tells `findings` what is wrong with the value at `trail` and returns how many checks were made
 * below it, by which the reference picks the alternative to report when none of several schemas fits.
 *
 * `old` is the value that this one replaces; undefined where nothing corresponds to it. What is wrong with a value that
 * did not change is not reported (ratcheting).
 */
export type Check<T extends Json = Json> = (
  value: T,
  old: Json | undefined,
  trail: Trail,
  findings: Findings,
) => number;

/** Where a schema stands: the structure that it is about, which tells what an old value corresponds to. */
export interface Place {
  readonly structure: Structure | undefined;
  /** The value has no path: its fields are called `spec`, not `.spec`. */
  readonly isRoot: boolean;
  /** A type is asked for formats that nobody knows, too. */
  readonly anyFormat: boolean;
}

/** A check, and a cheap way to tell that it would find nothing. */
export interface ChildCheck {
  readonly check: Check;
  /** The number of checks made when the value surely passes, else -1; undefined where nothing is that simple. */
  readonly quick: ((value: Json) => number) | undefined;
}

/** Compiles the schema of a field or an element. */
export type CompileChild = (schema: JsonSchema, place: Place) => ChildCheck;
