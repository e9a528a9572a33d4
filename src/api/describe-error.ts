/** What was thrown, for the log: with its stack where it has one. Anything can be thrown, also what has no text. */
export function describeError(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  try {
    return String(error);
  } catch {
    return "something that has no text";
  }
}

/** What was thrown, in a line. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
