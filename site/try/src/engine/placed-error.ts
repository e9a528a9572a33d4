export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The line in an error of a file, from 1, and the rest of its text; 0 if it names none. */
export function placedError(error: unknown, file: string): { readonly line: number; readonly message: string } {
  const message = messageOf(error);
  return { line: Number(/\bline (\d+)/.exec(message)?.[1] ?? 0), message: message.replace(`${file}: `, "") };
}
