import type { ListenFlags } from "../listen/listen-flags.ts";

/** Flags of `sallyport record`, as commander reads them. */
export interface RecordFlags extends Partial<ListenFlags> {
  readonly out: string;
  readonly fromAuditLog?: readonly string[];
  /** Of the server whose requests are recorded. */
  readonly kubeconfig?: string;
  /** Milliseconds; absent: until it is stopped. */
  readonly for?: number;
  readonly most: number;
  /** Of a recording by a webhook. */
  readonly mostBytes?: number;
  readonly mask: readonly string[];
  readonly masking: boolean;
}
