import { expect, test } from "vitest";
import { compileRe2, isRe2Error } from "./re2.ts";

test("several groups may have one name", () => {
  const expression = compileRe2("^(?P<n>a)\\(?P<n>[(?P<n>](?<n>b)\\Q(?P<n>x)\\E$");
  expect(expression.test("a(P<n>(b(?P<n>x)")).toBe(true);
  expect(expression.test("a(P<n>ab(?P<n>x)")).toBe(false);
});

test("classes may have brackets and names of their own", () => {
  const expression = compileRe2("^(?P<n>[]a])(?P<n>[^]b])(?P<n>[[:digit:]\\](?P<n>])$");
  expect(expression.test("]a7")).toBe(true);
  expect(expression.test("a]7")).toBe(false);
  expect(expression.test("]a(")).toBe(true);
});

test("what Go refuses is refused in its words", () => {
  const refused = (pattern: string): unknown => {
    try {
      return compileRe2(pattern);
    } catch (error) {
      return isRe2Error(error) ? error.message : error;
    }
  };
  expect(refused("(a")).toBe("error parsing regexp: missing closing ): `(a`");
  expect(refused("(?P<n>a)(?P<n>b)*+")).toBe(
    "error parsing regexp: invalid nested repetition operator: `*+`",
  );
});
