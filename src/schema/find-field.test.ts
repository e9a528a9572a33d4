import { describe, expect, test } from "vitest";
import { findField } from "./find-field.ts";
import { parseSchema } from "./json-schema.ts";

const TEXT = { type: "string" };
const MAP = { type: "object", additionalProperties: TEXT };
const schema = parseSchema({
  type: "object",
  properties: { a: TEXT, m: MAP, "": TEXT, k: { type: "object", properties: { "": MAP, "x-y": TEXT } } },
});

function pathOf(jsonPath: string): string {
  const found = findField(jsonPath, schema);
  return "problem" in found ? found.problem : found.path;
}

describe("findField", () => {
  test.each([
    [".a", "a"],
    [".k['x-y']", "k.x-y"],
    [".m['a.b]']", "m[a.b]]"],
    [".m['a\\'b']", "m[a'b]"],
    [".m['\\\\x']", "m[\\x]"],
    [".m.'a.b'", "m['a.b']"],
    ["['']", "[]"],
    [".k[''].x", "k[][x]"],
    [".m['\\\\']", "expected single quoted string but got '\\\\']"],
    [".m['\\\u2028']", "invalid string literal: invalid escape char \\\u2028"],
    [".m['x", "expected single quoted string but got 'x"],
  ])("findField follows %j", (jsonPath, path) => {
    expect(pathOf(jsonPath)).toBe(path);
  });
});
