import type { JsonObject } from "../../json/value.ts";

/** Properties that webhooks violated when they were called for samples. */
export type TriedProperty =
  | "idempotent"
  | "identity"
  | "writers"
  | "order"
  | "convergence"
  | "dryRun"
  /** An answer that the API server cannot use. */
  | "answer";

/** A problem that calls of webhooks showed. */
export interface Tried {
  readonly property: TriedProperty;
  /** Name of the webhook with the problem, or of the two that conflict, in the order of their calls. */
  readonly webhooks: readonly string[];
  readonly phase: "mutating" | "validating";
  /** The problem in one sentence. */
  readonly message: string;
  /** The smallest object with which the problem occurs. */
  readonly sample: JsonObject;
  /** For `writers`: the JSON pointer, both values, and the index of the value that remains. */
  readonly field?: {
    readonly path: string;
    readonly values: readonly unknown[];
    readonly stays: 0 | 1;
  };
}
