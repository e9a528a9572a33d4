import { expect, test } from "vitest";
import { tellsProgressRight } from "./versions.ts";

test.each([
  ["3.4.23", false],
  ["3.4.31", true],
  ["3.5.12", false],
  ["3.5.13", true],
  ["3.6.0-rc.1", true],
  ["3.6.16", true],
  ["4.0.0", true],
  ["3.3.99", false],
  ["", false],
  ["unknown", false],
])("an etcd of version %s tells progress right: %s", (version, right) => {
  expect(tellsProgressRight(version)).toBe(right);
});
