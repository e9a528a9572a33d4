/** Returns the same error, with `path` added if it is a system error without a path, as for failed writes. */
export function nameFile(error: unknown, path: string): unknown {
  if (error instanceof Error && "syscall" in error && !("path" in error)) Object.assign(error, { path });
  return error;
}
