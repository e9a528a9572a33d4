type Close = () => unknown;

/** Parts that are opened one after the other, and closed together. */
export class OpenParts {
  readonly #closers: Close[] = [];

  /** Notes how a part is closed; gives it back. */
  add<T>(part: T, close: (part: T) => unknown): T {
    this.#closers.push(() => close(part));
    return part;
  }

  /**
   * Closes the last one first, one after the other, each once. All are closed, whatever goes wrong; rejects afterwards
   * with what went wrong first.
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

/** Runs `open`; where it fails, what it opened until then is closed, and its own error counts. */
export async function openAll<T>(open: (parts: OpenParts) => Promise<T>): Promise<T> {
  const parts = new OpenParts();
  try {
    return await open(parts);
  } catch (error) {
    await parts.close().catch(() => undefined);
    throw error;
  }
}
