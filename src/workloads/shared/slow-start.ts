/** The result of many calls: the number of successes, and the first error. */
export interface BatchResult {
  readonly done: number;
  /** The first error; undefined if all calls succeeded. */
  readonly error: unknown;
}

/**
 * Makes `count` calls: first one, then two at the same time, then four and so on. After a batch with a
 * failure no further call is made. If a webhook denies all pods, it therefore receives one request instead of
 * many.
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
