import { expect, test } from "vitest";
import { ShadowShare } from "./shadow-share.ts";

function start() {
  let now = 0;
  let processor = 0;
  const share = new ShadowShare({ now: () => now, processor: () => processor });
  return {
    share,
    /** Advances the clocks: the time, and the CPU time that the server used. */
    pass(milliseconds: number, worked: number) {
      now += milliseconds;
      processor += worked;
    },
  };
}

test("ShadowShare lets a busy server spend a small part of what it works", () => {
  const { share, pass } = start();
  share.spend(500);
  let spent = 0;
  for (let step = 0; step < 10_000; step++) {
    pass(1, 1);
    if (share.isSpent) continue;
    share.spend(1);
    spent += 1;
  }
  expect(spent / 10_000).toBeGreaterThan(0.015);
  expect(spent / 10_000).toBeLessThan(0.02);
});

test("ShadowShare lets an idle server go on, and saves no more than for a moment", () => {
  const { share, pass } = start();
  share.spend(500);
  expect(share.isSpent).toBe(true);
  pass(1_000, 0);
  expect(share.isSpent).toBe(false);
  pass(1_000_000, 0);
  expect(share.isSpent).toBe(false);
  share.spend(50);
  expect(share.isSpent).toBe(true);
});

test("ShadowShare does not pay back for ever what took too long", () => {
  const { share, pass } = start();
  share.spend(60_000);
  expect(share.isSpent).toBe(true);
  pass(20 / 0.003 + 1, 0);
  expect(share.isSpent).toBe(false);
});
