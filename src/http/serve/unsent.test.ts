import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Unsent } from "./unsent.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { waitMs: 60_000, bytes: 1000 };

test("responses that clients do not receive in time are broken off", () => {
  const unsent = new Unsent(limits);
  const cut: string[] = [];
  unsent.add(10, () => cut.push("late"));
  const taken = unsent.add(10, () => cut.push("taken"));
  taken();
  vi.advanceTimersByTime(59_000);
  expect(cut).toEqual([]);
  vi.advanceTimersByTime(6_001);
  expect(cut).toEqual(["late"]);
});

test("when there is no room, the greatest answers are cut off, and small ones stay that have waited longer", () => {
  const unsent = new Unsent(limits);
  const cut: string[] = [];
  const add = (name: string, bytes: number) => unsent.add(bytes, () => cut.push(name));
  add("small", 10);
  add("great", 600);
  add("greater", 1100);
  expect(cut).toEqual([]);
  vi.advanceTimersByTime(1001);
  add("great, too", 900);
  expect(cut).toEqual(["greater", "great"]);
});

test("no response is broken off in the first second", () => {
  const unsent = new Unsent(limits);
  const cut: string[] = [];
  unsent.add(5000, () => cut.push("first"));
  vi.advanceTimersByTime(900);
  unsent.add(5000, () => cut.push("second"));
  expect(cut).toEqual([]);
  vi.advanceTimersByTime(5000);
  expect(cut).toEqual(["first", "second"]);
});

test("an answer without a body waits too", () => {
  const unsent = new Unsent(limits);
  unsent.add(0, () => {})();
  unsent.add(2 ** 32 - 1, () => {})();
});
