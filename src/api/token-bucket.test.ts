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
