import { expect, it } from "vitest";
import { trimEnd, withoutLeadingZeros } from "./trim-text.ts";

it("trims", () => {
  expect([withoutLeadingZeros("007"), withoutLeadingZeros("000"), withoutLeadingZeros("")]).toEqual([
    "7",
    "0",
    "0",
  ]);
  expect([trimEnd("a//b//", "/"), trimEnd("///", "/"), trimEnd("", "/")]).toEqual(["a//b", "", ""]);
});
