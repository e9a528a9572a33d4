/** What became of many calls: how many went well, and why the others did not. */
export interface BatchResult {
  readonly done: number;
  /** The first error. */
  readonly error: unknown;
}

/**
 * Makes `count` calls, one first, then two, four and so on side by side. After a batch in which one failed nothing more is
 * called: when a webhook denies all pods, one request of many says so.
 */
export async function slowStartBatch(count: number, call: () => Promise<unknown>): Promise<BatchResult> {
  let done = 0;
  for (let size = Math.min(count, 1); size > 0; size = Math.min(2 * size, count - done)) {
    const results = await Promise.allSettled(Array.from({ length: size }, () => call()));
    const failed = results.filter((result) => result.status === "rejected");
    done += size - failed.length;
    if (failed[0] !== undefined) return { done, error: failed[0].reason };
  }
  return { done, error: undefined };
}
