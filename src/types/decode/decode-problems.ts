/** Collects unknown and duplicate fields in document order: `unknown field "spec.foo"`. */
export interface DecodeProblems {
  unknown(path: string): void;
  /** True if no further fields are kept, so that callers need not build their paths. Default: false. */
  readonly isFull?: boolean;
  /** True if paths contain no keys of maps, as for the result of a strategic merge patch. Default: false. */
  readonly omitsMapKeys?: boolean;
}
