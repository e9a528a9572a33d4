import { expect, test } from "vitest";
import { Heartbeat, TICK_MS } from "./heartbeat.ts";

/**
 * Runs ticks for the given number of seconds. Returns the second of each ping, and the second at which the
 * connection was given up.
 */
function run(
  seconds: number,
  at: { streams?: number; answers?: number; pong?: boolean; heard?: (second: number) => boolean },
): { pings: number[]; gone: number | undefined } {
  const pings: number[] = [];
  let second = 0;
  const heartbeat = new Heartbeat(() => {
    pings.push(second);
    if (at.pong !== false) heartbeat.pong();
  });
  for (let tick = 1; tick <= (seconds * 1000) / TICK_MS; tick++) {
    second = (tick * TICK_MS) / 1000;
    if (at.heard?.(second)) heartbeat.heard();
    if (!heartbeat.tick(at.streams ?? 0, at.answers ?? 0)) return { pings, gone: second };
  }
  return { pings, gone: undefined };
}

test("Heartbeat does not ping where nobody waits for anything", () => {
  expect(run(60, {})).toEqual({ pings: [], gone: undefined });
});

test("Heartbeat pings no stream more often than every 5 seconds", () => {
  const { pings, gone } = run(30, { streams: 1 });
  expect(pings).toEqual([5.5, 11, 16.5, 22, 27.5]);
  expect(gone).toBeUndefined();
});

test("Heartbeat asks soon when an answer is due, and is too early twice at most", () => {
  const { pings } = run(20, { streams: 1, answers: 1 });
  expect(pings[0]).toBe(1.5);
  const early = pings.filter((second, i) => i > 0 && second - (pings[i - 1] as number) < 5);
  expect(early.length).toBeLessThanOrEqual(2);
});

test("Heartbeat gives up a server that does not answer", () => {
  expect(run(20, { answers: 1, pong: false }).gone).toBeLessThanOrEqual(3.5);
  expect(run(20, { streams: 1, pong: false }).gone).toBeLessThanOrEqual(7.5);
});

test("Heartbeat does not ping a server that sends", () => {
  expect(run(20, { streams: 1, answers: 1, heard: () => true }).pings).toEqual([]);
});
