import { describe, expect, it } from "vitest";
import { compileLabelSelector } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

describe("parseLabelSelector: what it selects", () => {
  const labels = { x: "a", y: "b", z: "in" };
  const should = [
    "",
    "x=a",
    "x==a,y=b",
    "x!=c",
    "x in (a,c)",
    "q notin (a)",
    "x",
    "!q",
    "z in (in)",
    "q!=",
    "x in (,a)",
  ];
  const shouldNot = ["x=b", "x!=a", "x in (b)", "x notin (a)", "!x", "q", "q=", "x in ()", "x>1"];
  it.each(should)("%s", (text) => expect(parseLabelSelector(text).matches(labels)).toBe(true));
  it.each(shouldNot)("not %s", (text) => expect(parseLabelSelector(text).matches(labels)).toBe(false));

  it("compares numbers", () => {
    expect(parseLabelSelector("n>5,n<10").matches({ n: "7" })).toBe(true);
    expect(parseLabelSelector("n>5").matches({ n: "5" })).toBe(false);
    expect(parseLabelSelector("n>5").matches({ n: "many" })).toBe(false);
  });
});

describe("parseLabelSelector: texts of the reference", () => {
  const cases: [string, string][] = [
    ["x=a||y=b", "values[0][x]: Invalid value"],
    ["x,,y", "found ',', expected: identifier after ','"],
    ["x a", "unable to parse requirement: found 'a', expected: in, notin, =, ==, !=, gt, lt"],
    ["x in a", "unable to parse requirement: found 'a' expected: '('"],
    ["x in (a", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["=a", "found '=', expected: !, identifier, or 'end of string'"],
    ["x==a==b", "found '==', expected: ',' or 'end of string'"],
    ["!x=a", "found '=', expected: ',' or 'end of string'"],
    ["-x", 'unable to parse requirement: <nil>: Invalid value: "-x": name part must consist of'],
    ["x>a", "for 'Gt', 'Lt' operators, the value must be an integer"],
  ];
  it.each(cases)("%s", (text, message) => expect(() => parseLabelSelector(text)).toThrow(message));

  it("prints in order of keys", () => {
    expect(String(parseLabelSelector("y in (b,a),!w,x=a"))).toBe("!w,x=a,y in (a,b)");
  });
});

describe("compileLabelSelector", () => {
  it("selects nothing when absent and everything when empty", () => {
    expect(compileLabelSelector(undefined).matches({})).toBe(false);
    expect(compileLabelSelector({}).matches(undefined)).toBe(true);
  });
  it("refuses unknown operators", () => {
    const selector = { matchExpressions: [{ key: "a", operator: "Near" }] };
    expect(() => compileLabelSelector(selector)).toThrow('"Near" is not a valid label selector operator');
  });
});

describe("compileLabelSelector(): null", () => {
  it("is the empty text among values, and as the value of a label", () => {
    const selector = compileLabelSelector({
      matchExpressions: [{ key: "x", operator: "In", values: [null] }],
    });
    expect(selector.matches({ x: "" })).toBe(true);
    expect(selector.matches({ x: "null" })).toBe(false);
    expect(compileLabelSelector({ matchLabels: { x: null } }).matches({ x: "" })).toBe(true);
  });
});
