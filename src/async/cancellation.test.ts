import { expect, test, vi } from "vitest";
import { Canceller, signalOf } from "./cancellation.ts";

test("a canceller calls each listener once, and none that was removed", () => {
  const canceller = new Canceller();
  const [kept, removed] = [vi.fn(), vi.fn()];
  for (const listener of [kept, removed]) canceller.addEventListener("abort", listener);
  canceller.removeEventListener("abort", removed);
  expect(canceller.aborted).toBe(false);
  canceller.abort();
  canceller.abort();
  expect([canceller.aborted, kept.mock.calls.length, removed.mock.calls.length]).toEqual([true, 1, 0]);
});

test("a listener can remove another one that has not been called", () => {
  const canceller = new Canceller();
  const second = vi.fn();
  canceller.addEventListener("abort", () => canceller.removeEventListener("abort", second));
  canceller.addEventListener("abort", second);
  canceller.abort();
  expect(second).not.toHaveBeenCalled();
});

test("signalOf is aborted with the cancellation, before and after", () => {
  const early = new Canceller();
  const signal = signalOf(early, () => new Error("gone"));
  expect(signal.aborted).toBe(false);
  early.abort();
  expect(signal).toMatchObject({ aborted: true, reason: new Error("gone") });
  expect(signalOf(early)).toMatchObject({ aborted: true, reason: { name: "AbortError" } });
});

test("signalOf returns a signal as it is", () => {
  const { signal } = new AbortController();
  expect(signalOf(signal)).toBe(signal);
});
