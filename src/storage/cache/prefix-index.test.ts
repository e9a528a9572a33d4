import { expect, test } from "vitest";
import { PrefixIndex } from "./prefix-index.ts";

const PREFIXES = ["", "/", "/a", "/a/", "/a/b", "/a/bc", "/a/b/", "x", "/a/__proto__", "//"];

function found(index: PrefixIndex<string>, key: string): string[] {
  const values: string[] = [];
  index.forEachPrefixOf(key, (value) => values.push(value));
  return values.sort();
}

test("PrefixIndex finds exactly the prefixes of a key, each once", () => {
  const index = new PrefixIndex<string>();
  for (const prefix of PREFIXES) index.set(prefix, prefix);
  for (const key of ["/a/b/c", "/a/bcd", "/a", "/", "", "x/y", "/a/__proto__", "//a", "/a/b"]) {
    expect(found(index, key), key).toEqual(PREFIXES.filter((prefix) => key.startsWith(prefix)).sort());
  }
});

test("PrefixIndex forgets what is deleted, and keeps what is not", () => {
  const index = new PrefixIndex<string>();
  for (const prefix of PREFIXES) index.set(prefix, prefix);
  index.set("/a/b", "/a/b");
  for (const prefix of ["/a/b", "", "/a/", "/nothing"]) index.delete(prefix);
  expect(index.get("/a/b")).toBeUndefined();
  expect(found(index, "/a/bc")).toEqual(["/", "/a", "/a/bc"]);
});
