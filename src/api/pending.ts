/**
 * Thrown by work that may not wait, such as a conversion in the middle of a comparison, when it lacks something that has
 * to be fetched first.
 */
export class Pending extends Error {
  /** Fetches it. Rejects with what the client is to see. */
  readonly fetch: () => Promise<void>;

  constructor(what: string, fetch: () => Promise<void>) {
    super(`${what} is still to be fetched`);
    this.name = "Pending";
    this.fetch = fetch;
  }
}

/**
 * Runs work that may find something lacking: it is fetched, and the work is begun anew. So `work` must be repeatable up
 * to where it can throw. Nothing is waited for when nothing is lacking.
 */
export function settled<T>(work: () => T): T | Promise<Awaited<T>> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch((error) => afterFetch(error, work)) : result;
  } catch (error) {
    if (!(error instanceof Pending)) throw error;
    return afterFetch(error, work);
  }
}

async function afterFetch<T>(error: unknown, work: () => T): Promise<Awaited<T>> {
  if (!(error instanceof Pending)) throw error;
  await error.fetch();
  return await settled(work);
}
