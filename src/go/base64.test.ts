import { expect, test } from "vitest";
import { isBase64 } from "./base64.ts";

/** Short and long texts are checked in different ways, so each text is also tested after many complete quanta. */
const LONG = "abc/".repeat(1000);

test.each(["", "YQ==", "YWI=", "YWJj", "+/+/", "YR==", "YWJ=", "////"])("%j is base64", (text) => {
  expect(isBase64(text)).toBe(true);
  expect(isBase64(LONG + text)).toBe(true);
});

test.each([
  "Y",
  "YQ",
  "YWI",
  "YQ=",
  "Y===",
  "=",
  "====",
  "YQ==YQ==",
  "YQ==\n",
  "-_-_",
  "YW J",
  "YWJ\u0141",
  "YWJjé",
])("%j is not base64", (text) => {
  expect(isBase64(text)).toBe(false);
  expect(isBase64(LONG + text)).toBe(false);
});

test("reads texts of many megabytes", () => {
  expect(isBase64("YWJj".repeat(4_000_000))).toBe(true);
  expect(isBase64(`${"YWJj".repeat(4_000_000)}YQ=`)).toBe(false);
});
