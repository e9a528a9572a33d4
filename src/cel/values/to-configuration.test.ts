import { describe, expect, it } from "vitest";
import { foreignForms } from "../../go/foreign-value.ts";
import type { Json } from "../../json/value.ts";
import { admissionEnvironment } from "../kubernetes/environment.ts";
import { compile } from "../program.ts";
import { CelStruct } from "./struct.ts";
import { toConfiguration } from "./to-configuration.ts";
import { NoJsonError } from "./to-json.ts";
import { CelMap, CelUint, type Value } from "./values.ts";

function resultOf(expression: string): Value {
  const program = compile(expression, admissionEnvironment({ authorizer: false }));
  if (program.kind === "issues") throw new Error(program.text);
  return program.run({ object: null, oldObject: null, request: {}, namespaceObject: null }).value;
}

describe("toConfiguration", () => {
  it.each([
    ["quantity('100m')", "*resource.Quantity", "100m"],
    ["duration('1s')", "time.Duration", "1s"],
    ["timestamp('2020-01-02T03:04:05Z')", "time.Time", "2020-01-02 03:04:05 +0000 UTC"],
    ["b'ab'", "[]uint8", "[97 98]"],
    ["17u", "uint64", "17"],
  ])("keeps %s as what Go has", (expression, type, plain) => {
    expect(foreignForms(toConfiguration(resultOf(expression)))).toMatchObject({ type, plain });
  });

  it("prints a time, a number and bytes as Go's source", () => {
    const source = (expression: string) => foreignForms(toConfiguration(resultOf(expression)))?.source;
    expect(source("timestamp('2020-01-02T03:04:05Z')")).toBe(
      "time.Date(2020, time.January, 2, 3, 4, 5, 0, time.UTC)",
    );
    expect([source("17u"), source("b'ab'")]).toEqual(["0x11", "[]uint8{0x61, 0x62}"]);
  });

  it.each([
    ["[{'a': 'b'}]", 0],
    ["{'x': {'a': 'b'}}", "x"],
  ])("leaves a map of %s as Go has it", (expression, key) => {
    const made = toConfiguration(resultOf(expression)) as Record<string | number, Json>;
    expect(foreignForms(made[key] ?? null)).toEqual({
      type: "map[ref.Val]ref.Val",
      plain: "map[a:b]",
      source: 'map[ref.Val]ref.Val{"a":"b"}',
    });
  });

  it.each([
    ["type(1)", "int"],
    ["{'a': [1, 2]}", { a: [1, 2] }],
    ["optional.of(1.5)", 1.5],
    ["null", null],
  ])("has %s as JSON", (expression, json) => {
    expect(toConfiguration(resultOf(expression))).toEqual(json);
  });

  it.each([
    ["{'x': {'a': {'b': {}}}}", "map[a:{b: {}}]"],
    ["{'x': {10: dyn(['a b', 'c']), 2: dyn(1.5)}}", "map[2:1.5 10:[a b, c]]"],
    ["{'x': {'a': dyn(null), 'b': dyn(type(1)), 'c': dyn(quantity('1'))}}", "map[a:0 b:int c:1]"],
    ["{'x': {'a': optional.of(1), 'b': optional.none()}}", "map[a:optional(1) b:optional.none()]"],
  ])("prints what a map has as cel-go does: %s", (expression, plain) => {
    const made = toConfiguration(resultOf(expression)) as Record<string, Json>;
    expect(foreignForms(made.x ?? null)?.plain).toBe(plain);
  });

  it.each([
    [1, String.raw`'\x01' is of type types.Int`],
    [65, "'A' is of type types.Int"],
    [39, String.raw`'\'' is of type types.Int`],
    [-1, "'\ufffd' is of type types.Int"],
    [new CelUint(8364n), "'€' is of type types.Uint"],
    [true, "%!q(types.Bool=true) is of type types.Bool"],
  ])("takes only texts as keys: %s", (key: Value, problem) => {
    const labels = new CelMap(new Map([["k", { key, value: "v" }]]));
    const inner = new CelStruct("Object.metadata", { labels });
    const made = toConfiguration(new CelStruct("Object", { metadata: inner })) as Record<string, Json>;
    expect(foreignForms(made.metadata ?? null)?.plain).toBe(
      `fail to convert field "labels": map key ${problem}, not string`,
    );
    expect(() => toConfiguration(inner)).toThrow(new NoJsonError("invalid return type: *dynamic.ObjectVal"));
  });
});
