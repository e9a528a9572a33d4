import { describe, expect, test } from "vitest";
import { jsonPatchChange, lazily, mergePatchChange } from "./apply-change.ts";

describe("jsonPatchChange", () => {
  test("names members that no operation has and members given twice", () => {
    const patch = '[{"op":"remove","path":"/a","nope":1,"op":"remove"}]';
    expect(jsonPatchChange(Buffer.from(patch)).problems).toEqual([
      'json patch duplicate field "[0].op"',
      'json patch unknown field "[0].nope"',
    ]);
  });
});

describe("mergePatchChange", () => {
  test("names fields given twice and takes the last", () => {
    const change = mergePatchChange(Buffer.from('{"data":{"a":"x","a":"y"}}'));
    expect(change.problems).toEqual(['duplicate field "data.a"']);
    expect(change.apply({ metadata: {} })).toEqual({ metadata: {}, data: { a: "y" } });
  });
});

test("lazily makes a value once, when it is asked for", () => {
  let made = 0;
  const value = lazily(() => ++made);
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([1, 1]);
});
