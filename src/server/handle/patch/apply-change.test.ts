import { describe, expect, test } from "vitest";
import { atOnce } from "../../../async/steps.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { jsonPatchChange, lazily, mergePatchChange, strategicPatchChange } from "./apply-change.ts";

describe("jsonPatchChange", () => {
  test("names members that no operation has and members given twice", () => {
    const patch = '[{"op":"remove","path":"/a","nope":1,"op":"remove"}]';
    expect(atOnce(jsonPatchChange(Buffer.from(patch))).problems).toEqual([
      'json patch duplicate field "[0].op"',
      'json patch unknown field "[0].nope"',
    ]);
  });
});

describe("mergePatchChange", () => {
  test("names fields given twice and takes the last", () => {
    const change = atOnce(mergePatchChange(Buffer.from('{"data":{"a":"x","a":"y"}}')));
    expect(change.problems).toEqual(['duplicate field "data.a"']);
    expect(atOnce(change.apply({ metadata: {} }))).toEqual({ metadata: {}, data: { a: "y" } });
  });
});

test("lazily makes a value once, when it is asked for", () => {
  let made = 0;
  const value = lazily(() => ++made);
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([1, 1]);
});

test("numbers that 64 bits do not hold are refused in every patch, not stored as null", () => {
  const cannot = "json: cannot unmarshal number 1e999 into Go";
  const merge = Buffer.from('{"spec":{"a":[1e999]}}');
  expect(() => atOnce(mergePatchChange(merge))).toThrow(
    `error decoding patch: ${cannot} value of type float64`,
  );
  expect(() => atOnce(strategicPatchChange(merge, builtinShape("core/v1.Pod")))).toThrow(
    new RegExp(`^${cannot} value of type float64$`),
  );
  expect(() => atOnce(jsonPatchChange(Buffer.from('[{"op":"add","path":"/a","value":1e999}]')))).toThrow(
    `error decoding patch: ${cannot} struct field jsonPatchOp.value of type float64`,
  );
});
