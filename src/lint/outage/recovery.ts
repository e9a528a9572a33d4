import type { Blocked } from "../bring-up/bring-up.ts";

/** Result of the check if a component can recover while it is down. */
export interface Recovery {
  /**
   * `namespace/name` of a Service, `configuration/name` of a webhook whose pods are not known, or name of a
   * parameter.
   */
  readonly backend: string;
  readonly answer: "yes" | "no" | "unknown";
  readonly blocked: readonly Blocked[];
  /** For a parameter: the result in words. */
  readonly says?: string;
}
