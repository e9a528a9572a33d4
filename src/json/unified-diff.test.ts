import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

// Results of Python's difflib, which the reference's library follows, for the same lines of one letter each.
test.each([
  [
    "befehfchhcaeafga}gfg]",
    "bzefehafchhycaaefga}gfg",
    "@@ -1,16 +1,19 @@\n b\n+z\n e\n f\n e\n h\n+a\n f\n c\n h\n h\n+y\n c\n a\n+a\n e\n-a\n f\n g\n a\n@@ -18,4 +21,3 @@\n g\n f\n g\n-]\n",
  ],
  [
    "eagbdf}]fcfe}befecbcehc",
    "egbdf}]fcf}berecbycehc",
    "@@ -1,5 +1,4 @@\n e\n-a\n g\n b\n d\n@@ -9,14 +8,14 @@\n f\n c\n f\n-e\n }\n b\n e\n-f\n+r\n e\n c\n b\n+y\n c\n e\n h\n",
  ],
  [
    "ef}ahdacbfhdg}b]dadgecgcbc]]hccaaddccef",
    "ef}ahdacbfhdgb]dadgecgcbc]]hccaaddccef",
    "@@ -11,7 +11,6 @@\n h\n d\n g\n-}\n b\n ]\n d\n",
  ],
  ["dgeafgccebf", "dgeafgccep", "@@ -7,5 +7,4 @@\n c\n c\n e\n-b\n-f\n+p\n"],
  ["", "a", "@@ -0,0 +1 @@\n+a\n"],
  ["ab", "b", "@@ -1,2 +1 @@\n-a\n b\n"],
  ["abc", "abc", ""],
])("unifiedDiff of %s and %s", (a, b, expected) => {
  expect(unifiedDiff([...a], [...b])).toBe(expected);
});
