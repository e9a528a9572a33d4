import { expect, test } from "vitest";
import { utf8Problem } from "./utf8-problem.ts";

// Errors of kube-apiserver 1.36.3 for a YAML body with these bytes after `a: `.
test.each<[string, string | undefined]>([
  ["c3a9", undefined],
  ["f09f9880", undefined],
  ["c3", "incomplete UTF-8 octet sequence"],
  ["e282", "incomplete UTF-8 octet sequence"],
  ["c328", "invalid trailing UTF-8 octet"],
  ["f8888080", "invalid leading UTF-8 octet"],
  ["80", "invalid leading UTF-8 octet"],
  ["c080", "invalid length of a UTF-8 sequence"],
  ["eda080", "invalid Unicode character"],
])("utf8Problem of %s", (hex, problem) => {
  expect(utf8Problem(Buffer.concat([Buffer.from("a: "), Buffer.from(hex, "hex")]))).toBe(problem);
});
