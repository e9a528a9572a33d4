import { expect, test } from "vitest";
import { differencesText } from "./answer-differences.ts";

test("differencesText shows the words that changed, once", () => {
  const expected = 'Pod "p" is invalid: spec.a: Invalid value: 1: must be 2 or 3';
  const got = 'Pod "p" is invalid: spec.a: Invalid value: 1: must be 2, 3 or 4';
  const message = { expected, got };
  expect(
    differencesText([
      { path: "/body/message", ...message },
      { path: "/body/details/causes/0/message", ...message },
    ]),
  ).toBe('message: " 2 or 3" → " 2, 3 or 4"');
});

test("differencesText leaves out numbers of paths and versions of objects", () => {
  expect(
    differencesText([
      { path: "/events/1/object/metadata/resourceVersion", got: "{rv:Pod/a#1}" },
      { path: "/events/2/object/metadata/resourceVersion", got: "{rv:Pod/b}" },
      { path: "/events/2", expected: { type: "ADDED" } },
    ]),
  ).toBe('metadata/resourceVersion: nothing → "{rv}"; events/#: {"type":"ADDED"} → nothing');
});
