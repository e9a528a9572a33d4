import { expect, test } from "vitest";
import { TimedRatio } from "./timed-ratio.ts";

/**
 * Returns the nanoseconds up to each bound, their sum weighted with the ratios, and the total of the
 * nanoseconds.
 */
const read = (ratio: TimedRatio, now: number): number[] =>
  ratio
    .histogram(now)
    .samples({})
    .map(({ value }) => value);

test("TimedRatio counts for how long each part lasted", () => {
  const ratio = new TimedRatio([0, 0.5, 1], 0);
  ratio.setWhole(4, 0);
  ratio.set(2, 1);
  ratio.set(4, 3);
  ratio.set(2, 6);
  expect(read(ratio, 10)).toEqual([1e6, 7e6, 10e6, 10e6, 0.5 * 6e6 + 3e6, 10e6]);
});

test("TimedRatio counts what lasted so far in parts of the whole that there was", () => {
  const ratio = new TimedRatio([0.5, 1], 0);
  ratio.setWhole(2, 0);
  ratio.set(2, 0);
  ratio.setWhole(4, 1);
  expect(read(ratio, 3)).toEqual([2e6, 3e6, 3e6, 2e6, 3e6]);
});

test("TimedRatio goes on after it was read", () => {
  const ratio = new TimedRatio([0, 1], 0);
  expect(read(ratio, 1)).toEqual([1e6, 1e6, 1e6, 0, 1e6]);
  ratio.set(1, 2);
  expect(read(ratio, 4)).toEqual([2e6, 4e6, 4e6, 2e6, 4e6]);
});
