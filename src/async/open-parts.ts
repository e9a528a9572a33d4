type Close = () => unknown;

/** Parts that are opened one after the other and closed together. */
export class OpenParts {
  readonly #closers: Close[] = [];

  /** Registers the function that closes a part, and returns the part. */
  add<T>(part: T, close: (part: T) => unknown): T {
    this.#closers.push(() => close(part));
    return part;
  }

  /**
   * Closes all parts in reverse order, one after the other, each once. If closing a part fails, the others are closed
   * nevertheless; then the promise rejects with the first error.
   */
  async close(): Promise<void> {
    const problems: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop())
      try {
        await close();
      } catch (error) {
        problems.push(error);
      }
    if (problems.length > 0) throw problems[0];
  }
}

/** Runs `open`. If it fails, the parts that it has opened are closed, and its error is thrown. */
export async function openAll<T>(open: (parts: OpenParts) => Promise<T>): Promise<T> {
  const parts = new OpenParts();
  try {
    return await open(parts);
  } catch (error) {
    await parts.close().catch(() => undefined);
    throw error;
  }
}
