import { describe, expect, it } from "vitest";
import type { Json } from "../api/json.ts";
import { foreignForms } from "../json/foreign-value.ts";
import { admissionEnvironment } from "./kubernetes.ts";
import { compile } from "./program.ts";
import { NoJsonError, toConfiguration, toJson } from "./to-json.ts";
import type { Value } from "./values.ts";

function resultOf(expression: string): Value {
  const program = compile(expression, admissionEnvironment({ authorizer: false }));
  if (program.kind === "issues") throw new Error(program.text);
  return program.run({ object: null, oldObject: null, request: {}, namespaceObject: null }).value;
}

describe("toConfiguration", () => {
  it.each([
    ["quantity('100m')", "*resource.Quantity", "100m"],
    ["duration('1s')", "time.Duration", "1000000000ns"],
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
});

describe("toJson", () => {
  it.each([
    ["quantity('1')", "type conversion error from 'Quantity' to '*structpb.Value'"],
    ["ip('10.0.0.1')", "type conversion error from 'IP' to '*structpb.Value'"],
    ["type(1)", "type conversion not supported for 'type'"],
  ])("has no form of %s", (expression, text) => {
    expect(() => toJson(resultOf(expression))).toThrow(new NoJsonError(text));
  });
});

describe("toJson, names", () => {
  it.each([
    ["{1: 'a'}", "unsupported type conversion from 'int' to string"],
    ["[{1u: 'a'}]", "unsupported type conversion from 'uint' to string"],
    ["{true: 'a'}", "type conversion error from bool to 'string'"],
  ])("has no form for the keys of %s", (expression, message) => {
    expect(() => toJson(resultOf(expression))).toThrow(message);
  });
});
