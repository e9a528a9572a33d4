import { describe, expect, test } from "vitest";
import type { FieldError } from "./field-error.ts";
import { type LabelSelectorLike, selectorHasInvalidValues, validateLabelSelector } from "./label-selector.ts";
import { validateAnnotations, validateLabels } from "./labels.ts";

const printed = (errors: readonly FieldError[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const short = (errors: readonly FieldError[]): string[] => printed(errors).map((text) => text.slice(0, 70));

describe("validateLabelSelector", () => {
  test.each<LabelSelectorLike | undefined>([
    undefined,
    {},
    { matchLabels: { a: "b", "x.y/z": "" } },
    { matchExpressions: [{ key: "a", operator: "In", values: ["", "b"] }] },
    {
      matchExpressions: [
        { key: "a", operator: "Exists" },
        { key: "a", operator: "DoesNotExist", values: [] },
      ],
    },
  ])("validateLabelSelector accepts %j", (selector) => {
    expect(validateLabelSelector(selector, "s")).toEqual([]);
  });

  test("validateLabelSelector names every problem in order", () => {
    const selector: LabelSelectorLike = {
      matchLabels: { "!": "?" },
      matchExpressions: [
        { key: "a", operator: "In" },
        { key: "a", operator: "Exists", values: ["b"] },
        { key: "", operator: "in", values: ["?"] },
      ],
    };
    expect(short(validateLabelSelector(selector, "s"))).toEqual([
      's.matchLabels: Invalid value: "!": name part must consist of alphanume',
      's.matchLabels: Invalid value: "?": a valid label must be an empty stri',
      "s.matchExpressions[0].values: Required value: must be specified when `",
      "s.matchExpressions[1].values: Forbidden: may not be specified when `op",
      's.matchExpressions[2].operator: Invalid value: "in": not a valid selec',
      's.matchExpressions[2].key: Invalid value: "": name part must be non-em',
      's.matchExpressions[2].key: Invalid value: "": name part must consist o',
      's.matchExpressions[2].values[0]: Invalid value: "?": a valid label mus',
    ]);
  });

  test("validateLabelSelector does not look at values that stored selectors may keep", () => {
    const selector: LabelSelectorLike = { matchExpressions: [{ key: "a", operator: "In", values: ["?"] }] };
    expect(selectorHasInvalidValues(selector)).toBe(true);
    expect(validateLabelSelector(selector, "s", { allowInvalidValues: true })).toEqual([]);
  });
});

describe("validateLabels", () => {
  test("validateLabels reports keys and values at the map", () => {
    expect(validateLabels(undefined, "metadata.labels")).toEqual([]);
    expect(short(validateLabels({ "a b": "c d" }, "metadata.labels"))).toEqual([
      'metadata.labels: Invalid value: "a b": name part must consist of alpha',
      'metadata.labels: Invalid value: "c d": a valid label must be an empty ',
    ]);
  });
});

describe("validateAnnotations", () => {
  test("validateAnnotations ignores the case of keys and any value", () => {
    expect(validateAnnotations({ "X.Y/Z": "a b\n" }, "metadata.annotations")).toEqual([]);
    expect(validateAnnotations({ "a b": "" }, "metadata.annotations")).toHaveLength(1);
  });

  test("validateAnnotations counts the bytes of all of them", () => {
    const full = "x".repeat(256 * 1024 - 1);
    expect(validateAnnotations({ a: full }, "a")).toEqual([]);
    expect(printed(validateAnnotations({ a: `${full}x` }, "a"))).toEqual([
      "a: Too long: may not be more than 262144 bytes",
    ]);
  });
});
