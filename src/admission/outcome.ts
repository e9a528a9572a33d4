import type { KubeObject } from "../api/meta.ts";
import type { StatusError } from "../api/status.ts";

/** Result of one phase. */
export type Outcome =
  /** Object to continue with, in the hub version; null for DELETE. The argument of the phase is unchanged. */
  | { readonly kind: "admitted"; readonly object: KubeObject | null }
  | { readonly kind: "refused"; readonly error: StatusError };
