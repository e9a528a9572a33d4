import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { TimerWheel } from "./timer-wheel.ts";

describe("TimerWheel", () => {
  it("TimerWheel calls each entry once, in time, never early", async () => {
    const wheel = new TimerWheel();
    const started = performance.now();
    const seen: [number, number][] = [];
    for (const delay of [0, 15, 60, 120]) {
      wheel.schedule({ expire: () => seen.push([delay, performance.now() - started]) }, delay);
    }
    await sleep(250);
    expect(seen.map(([delay]) => delay)).toEqual([0, 15, 60, 120]);
    for (const [delay, at] of seen) {
      expect(at).toBeGreaterThanOrEqual(delay);
      expect(at).toBeLessThan(delay + 80);
    }
  });

  it("TimerWheel forgets what was cancelled", async () => {
    const wheel = new TimerWheel();
    let called = false;
    const ticket = wheel.schedule({ expire: () => (called = true) }, 20);
    wheel.cancel(ticket);
    wheel.cancel(ticket);
    await sleep(60);
    expect(called).toBe(false);
  });

  it("TimerWheel keeps what lies more than one round ahead", async () => {
    const wheel = new TimerWheel();
    let called = false;
    const ticket = wheel.schedule({ expire: () => (called = true) }, 10_240 + 20);
    await sleep(100);
    expect(called).toBe(false);
    wheel.cancel(ticket);
  });
});
