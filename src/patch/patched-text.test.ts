import { expect, test } from "vitest";
import { parseCarefully } from "../json/parse/careful-parser.ts";
import type { JsonObject } from "../json/value.ts";
import { patchedText } from "./patched-text.ts";

const object = { spec: { b: { y: 1, x: [{ d: 1, c: 2 }] }, a: 1 }, meta: { n: 1, l: 2 } };
const quoted = (...operations: JsonObject[]): string => patchedText(object, operations);

test("what was looked into has sorted names, the rest is as it was", () => {
  expect(quoted({ op: "remove", path: "/spec/a" })).toBe(
    '{"meta":{"n":1,"l":2},"spec":{"b":{"y":1,"x":[{"d":1,"c":2}]}}}',
  );
  expect(quoted({ op: "add", path: "/spec/b/x/0/e", value: { z: 1, y: 2 } })).toBe(
    '{"meta":{"n":1,"l":2},"spec":{"a":1,"b":{"x":[{"c":2,"d":1,"e":{"z":1,"y":2}}],"y":1}}}',
  );
});

test("also after a move or copy to another place", () => {
  const moved = quoted(
    { op: "add", path: "/spec/c", value: 2 },
    { op: "move", from: "/spec", path: "/meta/s" },
  );
  expect(moved).toBe('{"meta":{"l":2,"n":1,"s":{"a":1,"b":{"y":1,"x":[{"d":1,"c":2}]},"c":2}}}');
  expect(quoted({ op: "copy", from: "/meta", path: "/meta/m" })).toBe(
    '{"meta":{"l":2,"m":{"l":2,"n":1},"n":1},"spec":{"b":{"y":1,"x":[{"d":1,"c":2}]},"a":1}}',
  );
});

test("a value that is put in the place of what was looked into is as it was sent", () => {
  const value = { z: 1, y: [{ b: 1, a: 2 }] };
  expect(quoted({ op: "remove", path: "/spec/b/y" }, { op: "replace", path: "/spec/b", value })).toBe(
    '{"meta":{"n":1,"l":2},"spec":{"a":1,"b":{"z":1,"y":[{"b":1,"a":2}]}}}',
  );
});

test("a test looks into what it compares", () => {
  expect(quoted({ op: "test", path: "/meta", value: { l: 2, n: 1 } })).toContain('"meta":{"l":2,"n":1}');
});

test("scalars that have their text are written with it", () => {
  const { value } = parseCarefully(
    Buffer.from('[{"op":"add","path":"\\/spec","value":{"n":9007199254740991,"f":1.50,"s":"\\u0041<\\/"}}]'),
    { raw: true },
  );
  expect(patchedText(object, value as JsonObject[])).toBe(
    '{"meta":{"n":1,"l":2},"spec":{"n":9007199254740991,"f":1.50,"s":"\\u0041\\u003c\\/"}}',
  );
});

test("the whole may be replaced and compared", () => {
  const value = { b: { y: 1, x: 2 }, a: 1 };
  expect(quoted({ op: "replace", path: "", value })).toBe('{"a":1,"b":{"y":1,"x":2}}');
  expect(quoted({ op: "replace", path: "", value }, { op: "test", path: "", value })).toBe(
    '{"a":1,"b":{"x":2,"y":1}}',
  );
});
