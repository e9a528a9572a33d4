import { describe, expect, test } from "vitest";
import type { Json } from "../../../json/value.ts";
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
    // The first value of each path below was recorded from kube-apiserver 1.36.3, as a printer column; a
    // printer column cannot begin with `$`.
    [".l[]", [{ k: "a", v: 1 }]],
    [".a.", []],
    [".a .b", [1]],
    ["$.a@.b", [1]],
    [".a['b','none']", [1]],
    [".l[0:3:2].k", ["a", "c"]],
    [".l[1:1]", []],
    [".l[?(@.k[0])].k", ["a", "b", "c"]],
    [".l[?(x)].k", ["a", "b", "c"]],
    [".l[?(@.k=='b)')]", []],
    [".l[0]['k']}{.a", ["a"]],
    [".a'text'", []],
    [".a 'text'", ["text"]],
    [".a '\\x41\\101\\n'", ["AA\n"]],
    [".a -5", [-5]],
    [".a true", [true]],
    [".l[?(@.v~1)].k", []],
    [".l[?(1==1)].k", ["a", "b", "c"]],
    [".l[1 , 0].k", ["b", "a"]],
    [".l[0]}{range", [{ k: "a", v: 1 }]],
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
  test("compileJsonPath refuses an index outside of a list, and one of what is no list", () => {
    expect(() => compileJsonPath(".l[9]")(value)).toThrow(PathError);
    expect(() => compileJsonPath(".a[0]")(value)).toThrow(PathError);
  });
  test.each([
    ".l[",
    '.a["b"]',
    ".a[-]",
    ".a[x]",
    ".a....z",
    ".a[?(@.b]",
    ".a[?(@.b)x",
    ".a[1\n]",
    ".a{",
    ".a '",
    ".a '\\q'",
    ".l[?(@.v==)]",
    ".l[?(@.k=='a' && @.v==1)]",
    ".l[ 0]",
    ".a~b ~",
    ".a 1.2.3",
    ".l[99999999999999999999]",
  ])("compileJsonPath cannot read %j", (path) => expect(() => compileJsonPath(path)).toThrow(PathError));
  test.each([".a[*]", ".a x", ".l[9]", ".l[0:9]", ".l[2:1]", ".l[0:2:0]", ".l[?(@.v=1)]", ".n}{.a[0]"])(
    "compileJsonPath gives up at %s",
    (path) => expect(() => compileJsonPath(path)(value)).toThrow(PathError),
  );
  test("compileJsonPath gives up where unions make ever more values", () => {
    let nested: Json = 1;
    for (let i = 0; i < 60; i++) nested = [nested];
    expect(() => compileJsonPath(`.a${"[0,0]".repeat(60)}`)({ a: nested })).toThrow("too many values");
    const many = Array.from({ length: 1000 }, () => "0").join();
    expect(() => compileJsonPath(`.a[${many}][${many}]`)({ a: nested })).toThrow("too many values");
  });
});
