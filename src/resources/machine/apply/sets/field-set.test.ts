import { describe, expect, test } from "vitest";
import {
  difference,
  equalSets,
  intersection,
  pathsOf,
  recursiveDifference,
  setOf,
  union,
} from "./field-set.ts";

const a = setOf([["f:x"], ["f:x", "f:y"], ["f:z", "f:y"]]);

describe("FieldSet", () => {
  test("setOf writes members with children as FieldsV1 does", () => {
    expect(a).toEqual({ "f:x": { ".": {}, "f:y": {} }, "f:z": { "f:y": {} } });
  });
  test("union has the paths of both", () => {
    expect(union(a, setOf([["f:z"], ["f:w"]]))).toEqual(
      setOf([["f:x"], ["f:x", "f:y"], ["f:z"], ["f:z", "f:y"], ["f:w"]]),
    );
  });
  test("union of a path and something below it keeps both", () => {
    expect(union(setOf([["f:x"]]), setOf([["f:x", "f:y"]]))).toEqual({ "f:x": { ".": {}, "f:y": {} } });
  });
  test("intersection has what is in both", () => {
    expect(intersection(a, setOf([["f:x"], ["f:z"], ["f:z", "f:y"]]))).toEqual(
      setOf([["f:x"], ["f:z", "f:y"]]),
    );
  });
  test("difference leaves what lies below", () => {
    expect(difference(a, setOf([["f:x"]]))).toEqual(
      setOf([
        ["f:x", "f:y"],
        ["f:z", "f:y"],
      ]),
    );
    expect(difference(a, a)).toEqual({});
  });
  test("what does not change a set gives the very same one, and the same parts of one that changes", () => {
    const far = setOf([["f:far"]]);
    expect(union(a, setOf([["f:x", "f:y"]]))).toBe(a);
    expect(difference(a, far)).toBe(a);
    expect(difference(a, setOf([["f:z"]]))).toBe(a);
    expect(recursiveDifference(a, far)).toBe(a);
    expect(intersection(a, union(a, far))).toBe(a);
    expect(difference(a, setOf([["f:x"]]))["f:z"]).toBe(a["f:z"]);
    expect(union(a, far)["f:x"]).toBe(a["f:x"]);
  });
  test("recursiveDifference takes what lies below too", () => {
    expect(recursiveDifference(a, setOf([["f:x"]]))).toEqual(setOf([["f:z", "f:y"]]));
    expect(recursiveDifference(a, setOf([["f:x", "f:q"]]))).toEqual(a);
  });
  test("equalSets does not mind the order", () => {
    expect(equalSets({ "f:a": {}, "f:b": {} }, { "f:b": {}, "f:a": {} })).toBe(true);
    expect(equalSets({ "f:a": { "f:b": {} } }, { "f:a": { ".": {}, "f:b": {} } })).toBe(false);
  });
  test("pathsOf lists members before what lies below", () => {
    expect([...pathsOf(a)]).toEqual([["f:x"], ["f:x", "f:y"], ["f:z", "f:y"]]);
  });
});
