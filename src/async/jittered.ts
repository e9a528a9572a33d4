/**
 * Default jitter factor of the reference's backoffs (apimachinery/pkg/util/wait, Jitter): a pause is extended by up
 * to a fifth.
 */
const JITTER = 0.2;

/**
 * Returns a pause of random length, from `ms` up to 1.2 × `ms`, so that clients that started together do not retry
 * together. `random` returns a number from 0 up to 1.
 */
export const jittered = (ms: number, random: () => number = Math.random): number =>
  ms * (1 + random() * JITTER);
