/** A place where bytes of a client, a webhook, an operator or the store are read. */
export interface Border {
  readonly name: string;
  /** Good inputs: random ones are made of them. */
  readonly corpus: readonly (string | Uint8Array)[];
  /**
   * Reads one input. May throw what the border is known to throw; answers a sentence when a promise does not hold, such
   * as that what was written can be read again.
   */
  run(input: Buffer): string | undefined;
}

/** Errors that say that the program is wrong, not the input. */
const BROKEN = [TypeError, ReferenceError, RangeError, EvalError];

/** Problem of an error that a border threw; undefined for an error that refuses an input. */
export function breakage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return `threw no Error: ${String(error)}`;
  if (!BROKEN.some((broken) => error instanceof broken)) return undefined;
  const [line = "", ...at] = (error.stack ?? String(error)).split("\n");
  return `${line} ${at.slice(0, 3).join(" ").trim()}`;
}
