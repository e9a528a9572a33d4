import { expect, test } from "vitest";
import { encodePath, encodeQuery } from "./url-encode.ts";

test.each([
  ["/apis/g/v1/a b", "/apis/g/v1/a%20b"],
  ["/a//b/(c)!*'", "/a//b/%28c%29%21%2A%27"],
  ["/$&+,:;=@~é", "/$&+,:;=@~%C3%A9"],
  ["/half\ud800", "/half%EF%BF%BD"],
])("a path is written as Go writes it: %j", (path, written) => {
  expect(encodePath(path)).toBe(written);
});

test.each([
  ["b=2&a=1&b=1", "a=1&b=2&b=1"],
  ["y=%20b%2Fc&x", "x=&y=+b%2Fc"],
  ["labelSelector=a%3Db%2Cc!%3Dd", "labelSelector=a%3Db%2Cc%21%3Dd"],
])("a query is written as Go writes it: %j", (query, written) => {
  expect(encodeQuery(new URLSearchParams(query))).toBe(written);
});
