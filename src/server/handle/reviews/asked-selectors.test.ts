import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { askedFields, evaluationError } from "./asked-selectors.ts";

const said = (resourceAttributes: JsonObject): string | undefined => evaluationError({ resourceAttributes });
const ignored = (name: string, partially = ""): string =>
  `spec.resourceAttributes.${name} ${partially}ignored due to parse error`;

test("selectors that are understood cause no evaluation error", () => {
  expect(evaluationError({})).toBeUndefined();
  expect(said({})).toBeUndefined();
  expect(
    said({ labelSelector: { rawSelector: "a in (b)" }, fieldSelector: { rawSelector: "a=b" } }),
  ).toBeUndefined();
  expect(said({ labelSelector: { requirements: [{ key: "a", operator: "Exists" }] } })).toBeUndefined();
  expect(
    said({ fieldSelector: { requirements: [{ key: "a", operator: "In", values: ["b"] }] } }),
  ).toBeUndefined();
});

test("what is not understood is named, fields first", () => {
  expect(said({ labelSelector: { rawSelector: "a in" }, fieldSelector: { rawSelector: "a" } })).toBe(
    `${ignored("fieldSelector")}; ${ignored("labelSelector")}`,
  );
  const requirements = [
    { key: "a", operator: "New" },
    { key: "b", operator: "Exists" },
  ];
  expect(said({ labelSelector: { requirements } })).toBe(ignored("labelSelector", "partially "));
  expect(said({ fieldSelector: { requirements: [{ key: "a", operator: "In", values: ["b", "c"] }] } })).toBe(
    ignored("fieldSelector"),
  );
});

test("fields that are asked for are a text, or the requirements that are understood", () => {
  expect(askedFields(undefined)).toBe("");
  expect(askedFields({ rawSelector: "a=b" })).toBe("a=b");
  const requirements = [
    { key: "a", operator: "In", values: ["b"] },
    { key: "c,d=e", operator: "NotIn", values: ["f"] },
    { key: "g", operator: "Exists" },
    { key: "h", operator: "In", values: ["i", "j"] },
  ];
  expect(askedFields({ requirements })).toEqual([
    { field: "a", operator: "=", value: "b" },
    { field: "c,d=e", operator: "!=", value: "f" },
  ]);
});
