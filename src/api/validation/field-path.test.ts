import { describe, expect, test } from "vitest";
import { entryBelow, FieldPath, fieldBelow } from "./field-path.ts";
import { collectErrors, FieldReport } from "./field-report.ts";

describe("FieldPath", () => {
  test.each([
    [new FieldPath("spec").child("containers").index(0).child("name"), "spec.containers[0].name"],
    [new FieldPath("spec").child("limits").key("cpu"), "spec.limits[cpu]"],
    [new FieldPath("spec").key("a.b/c").child("x"), "spec[a.b/c].x"],
    [new FieldPath("").child("spec").index(2), "spec[2]"],
    [new FieldPath("spec").child("[x]").key("[y]"), "spec.[x][[y]]"],
    [new FieldPath("spec").child("").child("a").key(""), "spec[].a[]"],
    [fieldBelow(undefined, ""), "[]"],
    [fieldBelow(entryBelow(undefined, "a"), "b"), "[a].b"],
    [new FieldPath(""), ""],
  ])("FieldPath prints %s as the reference does", (path, text) => {
    expect(String(path)).toBe(text);
  });
});

describe("FieldReport", () => {
  test("FieldReport collects the errors of all paths below it in order of discovery", () => {
    const at = new FieldReport("spec");
    at.child("b").required("say it");
    at.child("a").index(1).invalid("x", "is bad");
    at.forbidden("not now");
    at.child("c").notSupported("z", ["b", "a"]);
    at.child("d").duplicate(1);
    expect(at.errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      "spec.b: Required value: say it",
      'spec.a[1]: Invalid value: "x": is bad',
      "spec: Forbidden: not now",
      'spec.c: Unsupported value: "z": supported values: "b", "a"',
      "spec.d: Duplicate value: 1",
    ]);
  });

  test.each([
    [undefined, false],
    [null, false],
    ["", false],
    [0, false],
    [[], false],
    ["x", true],
    [7, true],
    [[1], true],
  ])("FieldReport.require(%j) answers %s", (value, there) => {
    const at = new FieldReport("");
    expect(at.require("f", value)).toBe(there);
    expect(at.errors).toHaveLength(there ? 0 : 1);
  });

  test("FieldReport.supports accepts what is absent, requireSupported does not", () => {
    const at = new FieldReport("");
    at.supports("f", undefined, ["A"]);
    at.requireSupported("g", undefined, ["A"]);
    expect(at.errors.map(({ field }) => field)).toEqual(["g"]);
  });
});

test("FieldReport adds at most 10,000 errors, also of unsupported values", () => {
  const at = new FieldReport("");
  for (let i = 0; i < 10_001; i++) at.index(i).notSupportedText("x", ["a"]);
  expect(at.errors).toHaveLength(10_000);
});

describe("collectErrors", () => {
  test("collectErrors begins at a text as well as at a path", () => {
    const fields = (path: string | FieldPath): string[] =>
      collectErrors(path, (at) => at.child("a").required()).map(({ field }) => field);
    expect(fields("spec.template")).toEqual(["spec.template.a"]);
    expect(fields(new FieldPath("spec").child("template"))).toEqual(["spec.template.a"]);
    expect(fields("")).toEqual(["a"]);
  });
});
