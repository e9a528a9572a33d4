import { expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

it("TokenBucket lets the burst through at once, and what is left over of each second", () => {
  const bucket = new TokenBucket(2, 3);
  const takeAll = (now: number): number => {
    let taken = 0;
    while (bucket.take(now)) taken++;
    return taken;
  };
  expect(takeAll(1000)).toBe(3);
  expect(takeAll(1400)).toBe(0);
  expect(takeAll(1500)).toBe(1);
  expect(takeAll(60_000)).toBe(3);
});
