/** Returns the result, or undefined if there is none: what is read need not be readable. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
