import type { JsonObject } from "../../api/json.ts";

/** What webhooks did when they were called about samples, and should not have done. */
export type TriedProperty =
  | "idempotent"
  | "identity"
  | "writers"
  | "order"
  | "convergence"
  | "dryRun"
  /** An answer that the API server cannot use. */
  | "answer";

export interface Tried {
  readonly property: TriedProperty;
  /** The names of the one that did it, or of the two that do not get along, in the order in which they are asked. */
  readonly webhooks: readonly string[];
  readonly phase: "mutating" | "validating";
  /** In a sentence. */
  readonly message: string;
  /** The smallest object that shows it. */
  readonly sample: JsonObject;
  /** Of `writers`: the pointer, both values, and whose is left. */
  readonly field?: {
    readonly path: string;
    readonly values: readonly unknown[];
    readonly stays: 0 | 1;
  };
}
