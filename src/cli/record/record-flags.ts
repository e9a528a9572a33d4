import type { ListenFlags } from "../listen/listen-flags.ts";

/** Flags of `sallyport record`, as commander reads them. */
export interface RecordFlags extends Partial<ListenFlags> {
  readonly out: string;
  readonly fromAuditLog?: readonly string[];
  /** Kubeconfig of the server whose requests are recorded. */
  readonly kubeconfig?: string;
  /** Milliseconds; absent: until it is stopped. */
  readonly for?: number;
  readonly most: number;
  /** For a recording by a webhook: its limit in bytes. */
  readonly mostBytes?: number;
  readonly mask: readonly string[];
  readonly masking: boolean;
}
