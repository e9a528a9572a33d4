/** Flags of `sallyport record`, as commander reads them. */
export interface RecordFlags {
  readonly out: string;
  readonly fromAuditLog?: readonly string[];
  readonly mask: readonly string[];
  readonly masking: boolean;
}
