import { expect, test } from "vitest";
import { atOnce } from "../../../../async/steps.ts";
import { inElementOrder, orderSteps } from "./element-order.ts";
import type { FieldSet } from "./field-set.ts";

test("inElementOrder: the path itself, fields, keys, values, positions; numbers by their value", () => {
  const elements = [
    "i:10",
    "i:9",
    'v:"a"',
    "v:10",
    "v:9",
    "v:true",
    'k:{"p":80,"q":"x"}',
    'k:{"p":9}',
    "f:b",
    "f:a",
    ".",
  ];
  const set: FieldSet = Object.fromEntries(elements.map((element) => [element, {}]));
  expect(Object.keys(inElementOrder(set))).toEqual([
    ".",
    "f:a",
    "f:b",
    'k:{"p":9}',
    'k:{"p":80,"q":"x"}',
    "v:9",
    "v:10",
    'v:"a"',
    "v:true",
    "i:9",
    "i:10",
  ]);
});

test("inElementOrder orders what lies below, and answers a set in order itself", () => {
  const below = inElementOrder({ "f:x": { "f:b": {}, "f:a": {} } });
  expect(JSON.stringify(below)).toBe('{"f:x":{"f:a":{},"f:b":{}}}');
  expect(inElementOrder(below)).toBe(below);
});

test("orderSteps reads and writes very many elements in many steps", () => {
  const elements = Array.from({ length: 60_000 }, (_, i) => `k:{"port":${i},"protocol":"TCP"}`);
  expect([...orderSteps(elements)].length).toBeGreaterThanOrEqual(10);
  expect(Object.keys(atOnce(orderSteps(elements.reverse()))).slice(0, 2)).toEqual([
    'k:{"port":0,"protocol":"TCP"}',
    'k:{"port":1,"protocol":"TCP"}',
  ]);
});
