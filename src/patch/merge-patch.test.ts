import { describe, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { applyMergePatch, mergeSteps } from "./merge-patch.ts";

describe("applyMergePatch", () => {
  test.each<[Json, Json, Json]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { l: [null, { x: null, y: 1 }] }, { l: [null, { y: 1 }] }],
    [{ l: {} }, { l: [{ x: null }] }, { l: [{ x: null }] }],
  ])("applyMergePatch of %j with %j", (document, patch, expected) => {
    const before = JSON.stringify(document);
    expect(applyMergePatch(document, patch)).toEqual(expected);
    expect(JSON.stringify(document)).toBe(before);
  });
  test("applyMergePatch that changes nothing is the same object", () => {
    const document = { a: { b: 1 } };
    expect(applyMergePatch(document, { a: { b: 1 }, c: null })).toBe(document);
  });
});

test("mergeSteps merges very many members in many steps", () => {
  const many = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`${prefix}${i}`, "v"]));
  const steps = [...mergeSteps({ data: many("a") }, { data: many("b") })].length;
  expect(steps).toBeGreaterThanOrEqual(10);
  expect(Object.keys(applyMergePatch(many("a"), many("b")) as object)).toHaveLength(100_000);
});
