import type { Blocked } from "../bring-up/bring-up.ts";

/** Whether what is down comes back while it is. */
export interface Recovery {
  /** `namespace/name` of a Service. */
  readonly backend: string;
  readonly answer: "yes" | "no" | "unknown";
  readonly blocked: readonly Blocked[];
  /** Of a parameter: whether it can be created. */
  readonly says?: string;
}
