import { expect, test } from "vitest";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import type { ParsedBody } from "./read-body.ts";
import { inGoOrder } from "./strict-problems.ts";

const body = (text: string, yaml: boolean, duplicates: readonly string[] = []): ParsedBody => ({
  value: {},
  duplicates,
  literals: undefined,
  bytes: Buffer.from(text),
  yaml,
});
const unknown = (...paths: string[]): string[] => paths.map((path) => `unknown field "${path}"`);
const shape = builtinShape("core/v1.ConfigMap");

test("unknown fields of a YAML come in the order of sorted keys, numbers among them", () => {
  const texts = unknown("c[2].1", "c[2]..b", "c[10].1", "a.b", "ab");
  const line = 'line 2: key "x" already set in map';
  expect(inGoOrder([line, ...texts], body("", true, [line]), shape)).toEqual([
    line,
    ...unknown("a.b", "ab", "c[2]..b", "c[2].1", "c[10].1"),
  ]);
});

test("those of a JSON text come in its order", () => {
  const texts = unknown("1", "x");
  expect(inGoOrder(texts, body('{"x":1,"1":2}', false), shape)).toEqual(unknown("x", "1"));
  expect(inGoOrder(texts, body('{"x":1,"1":2}', false), undefined)).toEqual(texts);
});
