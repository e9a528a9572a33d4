import { expect, test } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

function takeAll(bucket: TokenBucket, now: number): number {
  let taken = 0;
  while (bucket.take(now)) taken++;
  return taken;
}

test("TokenBucket lets those of a second through at once, and as many a second", () => {
  const bucket = new TokenBucket({ perSecond: 2 }, 0);
  expect([0, 500, 60_000].map((now) => takeAll(bucket, now))).toEqual([2, 1, 2]);
});

test("TokenBucket lets the burst through at once, and what is left over of each second", () => {
  const bucket = new TokenBucket({ perSecond: 2, burst: 3 }, 1000);
  expect([1000, 1400, 1500, 60_000].map((now) => takeAll(bucket, now))).toEqual([3, 0, 1, 3]);
});

test("TokenBucket lets no more than the burst through after a quiet time", () => {
  const bucket = new TokenBucket({ perSecond: 1, burst: 3 }, 0);
  expect(bucket.take(0)).toBe(true);
  expect(takeAll(bucket, 60_000)).toBe(3);
});

test("TokenBucket says how long it takes until there is room for one more", () => {
  const bucket = new TokenBucket({ perSecond: 3, burst: 1 }, 0);
  expect(bucket.msUntilNext(0)).toBe(0);
  expect(bucket.take(0)).toBe(true);
  expect(bucket.msUntilNext(0)).toBe(334);
  expect(bucket.take(333)).toBe(false);
  expect(bucket.msUntilNext(333)).toBe(1);
  expect(bucket.take(334)).toBe(true);
});
