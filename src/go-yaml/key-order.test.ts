import { expect, test } from "vitest";
import { compareAnyKeys, compareKeys } from "./key-order.ts";

test.each([
  [
    ["a10", "a2", "a1"],
    ["a1", "a2", "a10"],
  ],
  [
    ["b", "a", "B", "1", "-"],
    ["-", "1", "B", "a", "b"],
  ],
  [
    ["a01", "a1", "a001"],
    ["a001", "a01", "a1"],
  ],
])("%j stand in the order %j", (keys, order) => {
  expect([...keys].sort(compareKeys)).toEqual([...order].sort(compareAnyKeys));
});

test("keys of ASCII are compared quickly, with the same result", () => {
  const characters = ["a", "b", "Z", "0", "1", "9", "-", ".", "ä", "٣"];
  let state = 7;
  const random = (below: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % below;
  };
  const key = () => Array.from({ length: random(6) }, () => characters[random(characters.length)]).join("");
  for (let i = 0; i < 50_000; i++) {
    const [a, b] = [key(), key()];
    expect(Math.sign(compareKeys(a, b)), `${a} ${b}`).toBe(Math.sign(compareAnyKeys(a, b)));
  }
});

test("numbers of many digits wrap as they do in Go", () => {
  const [a, b] = ["a9223372036854775807", "a9223372036854775808"];
  expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(compareAnyKeys(a, b)));
});
