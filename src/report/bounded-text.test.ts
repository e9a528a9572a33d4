import { expect, it } from "vitest";
import { boundedText } from "./bounded-text.ts";

it("boundedText keeps what is short, and says how much it leaves out", () => {
  expect(boundedText("12345", 5)).toBe("12345");
  expect(boundedText("123456", 5)).toBe("12345... (1 more characters)");
  // The cut is inside a character of two UTF-16 units, so U+FFFD replaces its half.
  expect(boundedText("123\u{1f600}", 4)).toBe("123\ufffd... (1 more characters)");
  expect(boundedText("x".repeat(1 << 20)).length).toBeLessThan(70_000);
});
