import { expect, test } from "vitest";
import { typeMetaProblem } from "./type-meta.ts";

test("the first of apiVersion and kind that is no text is named", () => {
  expect(typeMetaProblem({ apiVersion: 5, kind: {} })).toMatch(/number into Go struct field \.apiVersion/);
  expect(typeMetaProblem({ kind: [], apiVersion: 5 })).toMatch(/array into Go struct field \.kind/);
  expect(typeMetaProblem({ APIVERSION: true, kind: "Pod" })).toMatch(
    /bool into Go struct field \.apiVersion/,
  );
});

test("texts, null and what is not there are fine", () => {
  expect(typeMetaProblem({ apiVersion: "v1", kind: null, name: 1 })).toBeUndefined();
});
