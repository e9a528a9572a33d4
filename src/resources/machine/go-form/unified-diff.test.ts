import { describe, expect, test } from "vitest";
import { coreForm } from "../../kinds/shared/go-form/core-forms.ts";
import { goForm } from "./go-form.ts";
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

describe("goForm", () => {
  const types = (type: string) =>
    type === "Inner"
      ? "Value:s"
      : "Name:s DNSPolicy=dnsPolicy:s Count:i On:b Amount:q Any:? Map:% One:Inner Maybe:*Inner Many:[]Inner";

  test("goForm prints every field in order, absent ones as the zero of their kind", () => {
    expect(JSON.stringify(goForm(types, "Outer", {}))).toBe(
      '{"Name":"","DNSPolicy":"","Count":0,"On":false,"Amount":"0","Any":null,"Map":null,"One":{"Value":""},"Maybe":null,"Many":null}',
    );
  });

  test("goForm takes values by their names on the wire and sorts maps", () => {
    const value = { dnsPolicy: "x", map: { b: "1", a: "2" }, maybe: {}, many: [{ value: "v" }], other: 1 };
    const { DNSPolicy, Map: map, Maybe, Many, ...rest } = goForm(types, "Outer", value);
    expect(JSON.stringify([DNSPolicy, map, Maybe, Many])).toBe(
      '["x",{"a":"2","b":"1"},{"Value":""},[{"Value":"v"}]]',
    );
    expect(Object.keys(rest)).not.toContain("other");
  });
});

describe("coreForm", () => {
  test("coreForm prints selectors as on the wire, with what the wire never leaves out", () => {
    const term = { topologyKey: "z", labelSelector: { matchExpressions: [{ key: "k" }] } };
    expect(coreForm("PodAffinityTerm", term).LabelSelector).toEqual({
      matchExpressions: [{ key: "k", operator: "" }],
    });
  });
});
