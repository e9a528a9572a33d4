import { expect, test } from "vitest";
import type { JsonObject } from "../../../api/json.ts";
import { evaluationError } from "./unread-selectors.ts";

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
