import type { KubeObject } from "../api/meta.ts";
import type { StatusError } from "../api/status.ts";

/** What came of one phase. */
export type Outcome =
  /** The object to go on with, in the hub version; null for DELETE. The one that was handed in is unchanged. */
  | { readonly kind: "admitted"; readonly object: KubeObject | null }
  | { readonly kind: "refused"; readonly error: StatusError };
