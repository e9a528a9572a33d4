import { expect, test } from "vitest";
import { once, oncePerObject } from "./once.ts";

test("a value is made at the first call only, and again after a failure", () => {
  let calls = 0;
  const made = once(() => {
    if (++calls === 1) throw new Error("not yet");
    return { calls };
  });
  expect(made).toThrow("not yet");
  expect(made()).toBe(made());
  expect(calls).toBe(2);
});

test("each object has its own value, which is made once", () => {
  let calls = 0;
  const sizeOf = oncePerObject((list: readonly number[]) => ({ size: list.length, call: ++calls }));
  const [a, b] = [[1], [1, 2]];
  expect(sizeOf(a)).toBe(sizeOf(a));
  expect(sizeOf(b)).toEqual({ size: 2, call: 2 });
});

test("undefined is not kept", () => {
  let calls = 0;
  const never = oncePerObject((_: object) => {
    calls++;
    return undefined;
  });
  const key = {};
  never(key);
  never(key);
  expect(calls).toBe(2);
});
