/** An error of the API server itself, in plain words. */
export interface ServerError {
  /** The statement about the request or the object. */
  readonly says: string;
  readonly advice: string;
}

/**
 * Texts of the API server or of kubectl by what they say in plain words, in which `$1` is the first group of the pattern, `$&` all
 * that it matches, and `` $` `` and `$'` the text before and after it.
 */
export type KnownErrors = Readonly<Record<string, readonly [pattern: RegExp, advice: string]>>;
