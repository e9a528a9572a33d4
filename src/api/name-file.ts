/** The same error. What the system says of a file that it could not write has no path: it gets one. */
export function nameFile(error: unknown, path: string): unknown {
  if (error instanceof Error && "syscall" in error && !("path" in error)) Object.assign(error, { path });
  return error;
}
