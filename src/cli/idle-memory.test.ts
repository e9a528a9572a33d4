import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectWhenIdle } from "./idle-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  let used = 0;
  const collect = vi.fn();
  const stop = collectWhenIdle({ periodMs: 1000, cpuMs: () => used, collect });
  const pass = (cpuMs: number): void => {
    used += cpuMs;
    vi.advanceTimersByTime(1000);
  };
  return { collect, stop, pass };
}

it("collectWhenIdle collects once after work, when an idle period has passed", () => {
  const { collect, pass } = started();
  for (let i = 0; i < 10; i++) pass(900);
  expect(collect).not.toHaveBeenCalled();
  pass(5);
  expect(collect).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 10; i++) pass(5);
  expect(collect).toHaveBeenCalledTimes(1);
});

it("collectWhenIdle does not collect after little work", () => {
  const { collect, pass } = started();
  pass(900);
  pass(0);
  expect(collect).not.toHaveBeenCalled();
});

it("collectWhenIdle ends with the function that it returns", () => {
  const { collect, stop, pass } = started();
  for (let i = 0; i < 10; i++) pass(900);
  stop();
  pass(0);
  expect(collect).not.toHaveBeenCalled();
});
