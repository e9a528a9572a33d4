/** Flags of `sallyport record`, as commander reads them. */
export interface RecordFlags {
  readonly out: string;
  readonly fromAuditLog?: readonly string[];
  /** Of the server whose requests are recorded. */
  readonly kubeconfig?: string;
  /** Milliseconds; absent: until it is stopped. */
  readonly for?: number;
  readonly most: number;
  readonly mask: readonly string[];
  readonly masking: boolean;
}
