/**
 * Thrown by work that is done at once but needs an answer that takes time. Whoever can wait runs such work in
 * `whenKnown`, which does it again when the answer is there: it must not have changed anything before it asks.
 */
export class Pending extends Error {
  readonly answer: Promise<void>;

  constructor(answer: Promise<void>) {
    super("the answer is not known yet");
    this.answer = answer;
  }
}

/** Which work is being done now: answers are remembered for as long as it takes. */
let current: object | undefined;

/** What work is under way; undefined: nobody can wait for an answer. */
export const currentWork = (): object | undefined => current;

/** What work comes to; a promise only when it has to wait for answers. */
export function whenKnown<T>(work: () => T, id: object = {}): T | Promise<T> {
  const before = current;
  current = id;
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Pending)) throw error;
    return error.answer.then(() => whenKnown(work, id));
  } finally {
    current = before;
  }
}
