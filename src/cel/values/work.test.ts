import { describe, expect, it } from "vitest";
import { declareVariables } from "../kubernetes/declare.ts";
import { compile } from "../program.ts";
import { toJson } from "./to-json.ts";
import { CelError, type Value } from "./values.ts";

const VARIABLES = declareVariables({ self: "dyn", text: "string", part: "string", list: "list(dyn)" });
const OUT_OF_COST = "operation cancelled: actual cost limit exceeded";

function run(expression: string, variables: Readonly<Record<string, Value>> = {}): unknown {
  const program = compile(expression, VARIABLES);
  if (program.kind === "issues") throw new Error(program.text);
  const { value } = program.run(variables);
  return value instanceof CelError ? value.message : value;
}

/** Returns a list with two elements that is in a list twice, and so on. */
function nested(depth: number): Value {
  let list: Value = [1, 2];
  for (let i = 0; i < depth; i++) list = [list, list];
  return list;
}

const doubled = (depth: number, name = "list"): string =>
  depth === 0
    ? `${name}.size() > 0`
    : `[${name} + ${name}].all(v${depth}, ${doubled(depth - 1, `v${depth}`)})`;

describe("calls that cost too much never begin", () => {
  it.each([
    ["lists.range(1000000).size() + lists.range(1000000).size()", {}],
    ["list.distinct().size()", { list: Array.from({ length: 100_000 }, (_, i) => i) }],
    ["sets.contains(list, list)", { list: Array.from({ length: 100_000 }, (_, i) => i) }],
  ])("%s", (expression, variables) => {
    expect(run(expression, variables)).toBe(OUT_OF_COST);
  });
});

describe("results that grow beyond their cost end the evaluation", () => {
  it.each([
    [doubled(40), { list: [1, 2] }],
    ["list.flatten(50).size()", { list: nested(50) }],
    ["list == self", { list: nested(50), self: nested(50) }],
    ["'%s'.format([list])", { list: nested(50) }],
    ["text.replace('', text).size()", { text: "a".repeat(100_000) }],
    ["'%.1000000000e'.format([1.0])", {}],
    ["text.matches(part)", { text: "a", part: "a{1000}".repeat(100) }],
    ["text.findAll('a').size()", { text: "a".repeat(1_000_000) }],
    ["text.findAll('a.*b|a').size()", { text: "a".repeat(200_000) }],
    [
      "list.all(i, list.all(j, text.charAt(i) == 'a'))",
      { list: [...Array(1000).keys()], text: "a".repeat(100_000) },
    ],
  ])("%s", (expression, variables) => {
    expect(run(expression, variables)).toBe(OUT_OF_COST);
  });

  it("toJson refuses what is larger than any object", () => {
    expect(() => toJson(nested(50))).toThrow("too large");
  });
});

describe("users' texts are read in one pass", () => {
  const zeros = "0".repeat(300_000);
  it.each([
    ["text.findAll('[a]').size()", "a".repeat(50_000), 50_000],
    ["text.trim().size()", `a${" ".repeat(300_000)}a`, 300_002],
    ["double(text)", `${zeros}x`, "type conversion error from 'string' to 'double'"],
    ["int(text)", `${zeros}7`, 7],
    ["int(text)", "7".repeat(300_000), "type conversion error from 'string' to 'int'"],
    [
      "duration(text)",
      `00${"s000".repeat(75_000)}n`,
      "type conversion error from 'string' to 'google.protobuf.Duration'",
    ],
    ["quantity(text).isGreaterThan(quantity('1'))", `1${zeros}`, true],
    ["isQuantity(text)", `${zeros}x`, false],
    ["isSemver(text)", `1.0.${"7".repeat(300_000)}`, false],
    ["text.indexOf(part)", "a".repeat(300_000), -1],
    ["text.split(part).size()", "a".repeat(300_000), 1],
    ["text.contains(part)", "a".repeat(10_000), false],
  ])("%s", (expression, text, result) => {
    expect(run(expression, { text, part: `${"a".repeat(text.length / 2)}b` })).toEqual(result);
  });

  it("adds to quantities whatever their exponent", () => {
    expect(run("quantity('1e100000000').add(1).isGreaterThan(quantity('1e100000000'))")).toBe(true);
    expect(run("quantity('1e2000000000').asInteger()")).toBe("cannot convert value to integer");
  });
});

it("functions of strings count code points", () => {
  const text = "a😀b😀c";
  expect(run("[text.charAt(1), text.charAt(4), text.charAt(5)]", { text })).toEqual(["😀", "c", ""]);
  expect(run("text.charAt(6)", { text })).toBe("index out of range: 6");
  expect(run("[text.indexOf('b'), text.lastIndexOf('😀'), text.lastIndexOf('😀', 2)]", { text })).toEqual([
    2, 3, 1,
  ]);
  expect(run("[text.substring(1, 3), text.replace('', '-', 2), text.replace('😀', '')]", { text })).toEqual([
    "😀b",
    "-a-😀b😀c",
    "abc",
  ]);
});
