import { describe, expect, test } from "vitest";
import type { Json } from "../../api/json.ts";
import { compileJsonPath, PathError } from "./json-path.ts";

const value: Json = {
  a: { b: 1, "x.y": 2, z: { z: 3 }, "x.io/y*": 4 },
  l: [{ k: "a", v: 1 }, { k: "b", v: 2 }, { k: "c" }],
  n: null,
};

describe("compileJsonPath", () => {
  const cases: [path: string, expected: Json[]][] = [
    [".a.b", [1]],
    [".a['b']", [1]],
    [".a['x.y']", []],
    [".a.x\\.y", [2]],
    [".a.x\\.io/y*", [4]],
    [".none.b", []],
    [".n", [null]],
    [".n.x", []],
    [".l[0].k", ["a"]],
    [".l[-1].k", ["c"]],
    [".l[0:2].k", ["a", "b"]],
    [".l[0,2].k", ["a", "c"]],
    [".l[*].v", [1, 2]],
    ['.l[?(@.k=="b")].v', [2]],
    [".l[?(@.v>1)].k", ["b"]],
    [".l[?(@.v)].k", ["a", "b"]],
    [".l[?(@.v<=1)].k", ["a"]],
    [".l[?(@.k!='a')].k", ["b", "c"]],
    [".a..z", [{ z: 3 }, 3]],
  ];
  test.each(cases)("compileJsonPath finds %s", (path, expected) => {
    expect(compileJsonPath(path)(value)).toEqual(expected);
  });
  test.each([".l[?(@.v=='a')]", ".l[?(@.v>1.5)]", ".l[?(@.k==true)]", ".l[?(@==1)]", ".l[?(@.*==1)]"])(
    "compileJsonPath gives up where %s compares what cannot be compared",
    (path) => {
      expect(() => compileJsonPath(path)(value)).toThrow(PathError);
    },
  );
  test("compileJsonPath refuses an index outside of a list and a path that it cannot read", () => {
    expect(() => compileJsonPath(".l[9]")(value)).toThrow(PathError);
    expect(() => compileJsonPath(".a[0]")(value)).toThrow(PathError);
    expect(() => compileJsonPath(".l[")).toThrow(PathError);
  });
});
