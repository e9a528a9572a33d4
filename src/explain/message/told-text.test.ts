import { expect, test } from "vitest";
import { endOf, MOST_TOLD } from "./told-text.ts";

test("endOf keeps a short text, and whole lines at the end of a long one", () => {
  expect(endOf("a\nb")).toBe("a\nb");
  const line = `${"x".repeat(99)}\n`;
  const end = endOf(`first\n${line.repeat(MOST_TOLD / 100)}`);
  expect(end).toBe(line.repeat(MOST_TOLD / 100 - 1));
  expect(endOf("x".repeat(MOST_TOLD + 1))).toHaveLength(MOST_TOLD);
});
