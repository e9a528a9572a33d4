import { expect, test } from "vitest";
import { saidTexts, sortedTypeMeta, typeMetaProblem } from "./type-meta.ts";

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

test("names are read without case, and the last one counts", () => {
  const value = { apiversion: "v2", apiVersion: "v1", kind: "Pod", Kind: "Secret", spec: {} };
  expect(saidTexts(value)).toEqual({ apiVersion: "v1", kind: "Secret" });
  expect(saidTexts(sortedTypeMeta(value))).toEqual({ apiVersion: "v2", kind: "Pod" });
  expect(saidTexts({ kind: null })).toEqual({ apiVersion: "", kind: "" });
});
