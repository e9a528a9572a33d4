import { expect, test } from "vitest";
import { parseQuery } from "./query.ts";

// All results were recorded from kube-apiserver 1.36.3.
test.each([
  ["limit=1&limit=2", "limit=1&limit=2"],
  ["labelSelector=a%ZZ&limit=1", "limit=1"],
  ["labelSelector=a%", ""],
  ["%zz=1&limit=1", "limit=1"],
  ["limit=1;labelSelector=a", ""],
  ["limit=1&a;b&labelSelector=x%3Dy", "limit=1&labelSelector=x%3Dy"],
  ["&&limit=1&", "limit=1"],
  ["?limit=1&limit=2", "%3Flimit=1&limit=2"],
])("of %s what can be read is kept", (query, kept) => {
  expect(parseQuery(query).toString()).toBe(kept);
});
