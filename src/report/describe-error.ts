/**
 * Text of a thrown value for the log, with the stack if it has one. Any value can be thrown, even one that has no
 * text.
 */
export function describeError(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  try {
    return String(error);
  } catch {
    return "something that has no text";
  }
}

/** Message of a thrown value, on one line. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
