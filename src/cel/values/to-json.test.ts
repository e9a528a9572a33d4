import { describe, expect, it } from "vitest";
import { admissionEnvironment } from "../kubernetes/environment.ts";
import { compile } from "../program.ts";
import { NoJsonError, toJson } from "./to-json.ts";
import type { Value } from "./values.ts";

function resultOf(expression: string): Value {
  const program = compile(expression, admissionEnvironment({ authorizer: false }));
  if (program.kind === "issues") throw new Error(program.text);
  return program.run({ object: null, oldObject: null, request: {}, namespaceObject: null }).value;
}

describe("toJson", () => {
  it.each([
    ["quantity('1')", "type conversion error from 'Quantity' to '*structpb.Value'"],
    ["ip('10.0.0.1')", "type conversion error from 'IP' to '*structpb.Value'"],
    ["type(1)", "type conversion not supported for 'type'"],
    ["{'a': optional.none()}", "optional.none() dereference"],
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
