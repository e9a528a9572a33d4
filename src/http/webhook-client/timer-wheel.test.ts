import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimerWheel } from "./timer-wheel.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("TimerWheel", () => {
  it("TimerWheel calls each entry once, in time, never early", () => {
    const wheel = new TimerWheel();
    const started = performance.now();
    const seen: [number, number][] = [];
    for (const delay of [0, 15, 60, 120]) {
      wheel.schedule({ expire: () => seen.push([delay, performance.now() - started]) }, delay);
    }
    vi.advanceTimersByTime(250);
    expect(seen.map(([delay]) => delay)).toEqual([0, 15, 60, 120]);
    for (const [delay, at] of seen) {
      expect(at).toBeGreaterThanOrEqual(delay);
      expect(at).toBeLessThanOrEqual(delay + 20);
    }
  });

  it("TimerWheel forgets what was cancelled", () => {
    const wheel = new TimerWheel();
    let called = false;
    const ticket = wheel.schedule({ expire: () => (called = true) }, 20);
    wheel.cancel(ticket);
    wheel.cancel(ticket);
    vi.advanceTimersByTime(60);
    expect(called).toBe(false);
  });

  it("TimerWheel keeps what lies more than one round ahead", () => {
    const wheel = new TimerWheel();
    let called = false;
    wheel.schedule({ expire: () => (called = true) }, 10_240 + 20);
    vi.advanceTimersByTime(10_240);
    expect(called).toBe(false);
    vi.advanceTimersByTime(40);
    expect(called).toBe(true);
  });

  it("TimerWheel takes what came while the process stood still for what came in time", async () => {
    vi.useRealTimers();
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const [other] = (await once(server, "connection")) as [Socket];
    const wheel = new TimerWheel();
    const ended = new Promise<string>((resolve) => {
      const ticket = wheel.schedule({ expire: () => resolve("late") }, 50);
      other.once("data", () => {
        wheel.cancel(ticket);
        resolve("in time");
      });
    });
    await new Promise<void>((written) => socket.write("x", () => written()));
    for (const end = performance.now() + 150; performance.now() < end; );
    expect(await ended).toBe("in time");
    socket.destroy();
    server.close();
  });
});
