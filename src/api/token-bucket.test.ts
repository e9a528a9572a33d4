import { expect, test } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

test("TokenBucket lets so many through at once, and as many a second", () => {
  let now = 0;
  const bucket = new TokenBucket(2, () => now);
  const taken = (): boolean[] => [bucket.take(), bucket.take(), bucket.take()];
  expect(taken()).toEqual([true, true, false]);
  now += 500;
  expect(taken()).toEqual([true, false, false]);
  now += 60_000;
  expect(taken()).toEqual([true, true, false]);
});

test("TokenBucket lets more through at once than a second, where it is told so", () => {
  let now = 0;
  const bucket = new TokenBucket(1, () => now, 3);
  const taken = (): number =>
    [bucket.take(), bucket.take(), bucket.take(), bucket.take()].filter(Boolean).length;
  expect(taken()).toBe(3);
  now += 2000;
  expect(taken()).toBe(2);
  now += 60_000;
  expect(taken()).toBe(3);
});
