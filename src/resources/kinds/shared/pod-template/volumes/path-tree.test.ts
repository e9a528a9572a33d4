import { expect, it } from "vitest";
import { PathTree } from "./path-tree.ts";

it("finds what is on the way to a path, at it and below it", () => {
  const tree = new PathTree<string>();
  for (const path of ["a/b", "a", "a/b/c", "a/bc", "b", "a/b"]) tree.add(path, path);
  expect(tree.nested("a/b")).toEqual(["a", "a/b", "a/b/c", "a/b"]);
  expect(tree.nested("a/b/c/d")).toEqual(["a", "a/b", "a/b", "a/b/c"]);
  expect(tree.nested("c")).toEqual([]);
  expect(tree.nested("/a")).toEqual([]);
});
