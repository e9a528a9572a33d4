import { describe, expect, test } from "vitest";
import { jsonDiff, unifiedDiff } from "./unified-diff.ts";

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

describe("unifiedDiff", () => {
  test.each([
    ["a b c", "a b c", ""],
    ["a b c", "a x c", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"],
    ["1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8 x", "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+x\n"],
    ["a b", "a b c", "@@ -1,2 +1,3 @@\n a\n b\n+c\n"],
    ["a", "", "@@ -1 +0,0 @@\n-a\n"],
    [
      "x 1 2 3 4 5 6 7 y",
      "1 2 3 4 5 6 7",
      "@@ -1,4 +1,3 @@\n-x\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-y\n",
    ],
    ["x 1 2 3 4 5 6 y", "1 2 3 4 5 6", "@@ -1,8 +1,6 @@\n-x\n 1\n 2\n 3\n 4\n 5\n 6\n-y\n"],
  ])("unifiedDiff of %j and %j", (a, b, diff) => {
    expect(unifiedDiff(words(a), words(b))).toBe(diff);
  });
});

describe("jsonDiff", () => {
  test("jsonDiff compares values as text indented by one blank", () => {
    expect(jsonDiff({ A: 1, B: [] }, { A: 2, B: [] })).toBe(
      '@@ -1,4 +1,4 @@\n {\n- "A": 1,\n+ "A": 2,\n  "B": []\n }\n',
    );
    expect(jsonDiff({ A: 1 }, { A: 1 })).toBe("");
  });
});

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
])("unifiedDiff of letters: %s and %s", (a, b, expected) => {
  expect(unifiedDiff([...a], [...b])).toBe(expected);
});
