import { describe, expect, test } from "vitest";
import type { Json } from "../api/json.ts";
import { applyMergePatch } from "./merge-patch.ts";

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
