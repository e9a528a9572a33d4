import { test } from "vitest";

/**
 * Every how many cases one is tested: `npm test` sets 6 to stay short, `npm test -- --all` 3. `npm test -- --long` and
 * vitest alone test every case, and every version of a program.
 */
const EVERY = Number(process.env.SALLYPORT_SAMPLE ?? 1);

/** One of SALLYPORT_SAMPLE cases, and the first; all when it is not set. */
export const sampled = <T>(cases: readonly T[]): T[] => cases.filter((_, i) => i % EVERY === 0);

/** Number of random cases: `count`, or the same fraction of it as of other samples. */
export const sampledCount = (count: number): number => Math.ceil(count / EVERY);

/** True if not every case is tested. */
export const isSampled = EVERY > 1;

/** True in the short form of `npm test`. */
export const isShort = EVERY >= 6;

/** A test that takes long and whose subject rarely changes: the short form of `npm test` skips it. */
export const longTest = test.skipIf(isShort);
