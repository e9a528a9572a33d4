import { describe, expect, it } from "vitest";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import { checkDevice } from "./device.ts";

describe("checkDevice", () => {
  const problemsOf = (attributes: object): readonly string[] =>
    collectErrors("device", (at) =>
      checkDevice({ name: "d", attributes: { ...attributes } }, undefined, false, at),
    ).map(({ message }) => message);
  const strings = (count: number): readonly string[] => Array.from({ length: count }, () => "x");

  it("limits the number of values in all attributes", () => {
    expect(problemsOf({ a: { strings: strings(47) }, b: { string: "x" } })).toEqual([]);
    expect(problemsOf({ a: { strings: strings(48) }, b: { string: "x" } })).toEqual([
      "Invalid value: 49: the total number of attribute values must not exceed 48",
    ]);
  });
});
