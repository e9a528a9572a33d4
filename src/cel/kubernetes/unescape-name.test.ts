import { expect, test } from "vitest";
import { unescapeName } from "./unescape-name.ts";

// Results of apiserver's cel.Unescape.
test.each([
  ["plain_name", "plain_name"],
  ["a__b", "a__b"],
  ["a__dot__b", "a.b"],
  ["__underscores__x", "__x"],
  ["a__dash____slash__b", "a-/b"],
  ["__namespace__", "namespace"],
  ["a__namespace__", undefined],
  ["__proto__", undefined],
])("unescapeName makes %s to %s", (escaped, name) => {
  expect(unescapeName(escaped)).toBe(name);
});
