/** A place where bytes of a client, a webhook, an operator or the store are read. */
export interface Border {
  readonly name: string;
  /** Valid inputs, from which random ones are made. */
  readonly corpus: readonly (string | Uint8Array)[];
  /**
   * Reads one input. It may throw the known errors of the border. Returns a sentence if a promise does not hold, for
   * example that written output can be read again.
   */
  run(input: Buffer): string | undefined;
}

/** Errors that indicate a bug of the program, not an invalid input. */
const BROKEN = [TypeError, ReferenceError, RangeError, EvalError];

/** Problem of an error that a border threw; undefined for an error that refuses an input. */
export function breakage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return `threw no Error: ${String(error)}`;
  if (!BROKEN.some((broken) => error instanceof broken)) return undefined;
  const [line = "", ...at] = (error.stack ?? String(error)).split("\n");
  return `${line} ${at.slice(0, 3).join(" ").trim()}`;
}
