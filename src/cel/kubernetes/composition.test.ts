import { describe, expect, it } from "vitest";
import { toJson } from "../values/to-json.ts";
import type { Value } from "../values/values.ts";
import { ComposedEvaluation, type Evaluated } from "./composed-evaluation.ts";
import { type Composition, compose, composeOnce, type NamedExpression } from "./composition.ts";
import { misplacedTypes } from "./patch-types.ts";
import { compiledProblem } from "./registration.ts";

const PLAIN = { authorizer: true, patches: false };
const MUTATION = { authorizer: true, patches: true };
const object = { metadata: { name: "one" }, data: { a: "1" }, n: 3 };
const withVariables = (...variables: NamedExpression[]): Composition => compose(variables, { params: false });

function evaluate(composition: Composition, expression: string, use = PLAIN, budget?: number): Evaluated {
  const evaluation = new ComposedEvaluation(composition, { object }, budget);
  return evaluation.evaluate(composition.compile(expression, use), expression);
}

function resultOf(expression: string): Value {
  const result = evaluate(withVariables(), expression, MUTATION);
  if (result.kind !== "value") throw new Error(JSON.stringify(result));
  return result.value;
}

describe("compose", () => {
  const composition = withVariables(
    { name: "size", expression: "object.n" },
    { name: "twice", expression: "variables.size * 2" },
    { name: "text", expression: "'a' + 'b'" },
    { name: "broken", expression: "object.nothing" },
    { name: "malformed", expression: "1 +" },
  );

  it.each([
    ["variables.twice", 6],
    ["variables.text.size()", 2],
    ["true || variables.broken", true],
    ["has(variables.size)", true],
    // The results below were recorded from kube-apiserver 1.36.3.
    ["'%s'.format([type(variables)]) == 'kubernetes.variables'", true],
    ["dyn(variables) == dyn(variables)", true],
    ["dyn(1) == dyn(variables)", false],
    ["dyn(variables)[?'nope'].hasValue()", false],
  ])("compose lets an expression use variables: %s", (expression, value) => {
    expect(evaluate(composition, expression)).toEqual({ kind: "value", value });
  });

  it.each([
    ["dyn(variables) == dyn(1)", "no such overload"],
    ["dyn(variables)[1] == 1", "no such overload"],
    ["size(dyn(variables)) == 5", "no such overload: size"],
    ["variables.broken", 'composited variable "broken" fails to evaluate: no such key: nothing'],
    [
      "variables.malformed",
      `composited variable "malformed" fails to compile: ${(composition.variables[4] as { text: string }).text}`,
    ],
  ])("compose passes on what went wrong with %s", (expression, message) => {
    const text = `expression '${expression}' resulted in error: ${message}`;
    expect(evaluate(composition, expression)).toEqual({ kind: "error", message: text });
  });

  it("compose lets an expression walk over the values of variables", () => {
    const values = withVariables(
      { name: "a", expression: "'x'" },
      { name: "b", expression: "variables.a + 'y'" },
    );
    expect(evaluate(values, "dyn(variables).map(v, v) == ['x', 'xy']")).toEqual({
      kind: "value",
      value: true,
    });
    const message = "expression 'dyn(variables).exists(k, v, v == 'x')' resulted in error: no such key: x";
    expect(evaluate(values, "dyn(variables).exists(k, v, v == 'x')")).toEqual({ kind: "error", message });
  });

  it("compose gives variables their types", () => {
    const made = composition.compile("variables.text + 1", PLAIN);
    expect(made).toMatchObject({ kind: "issues", text: expect.stringContaining("(string, int)") });
  });

  it("compose knows a variable only after its declaration", () => {
    const { variables } = withVariables(
      { name: "a", expression: "variables.b" },
      { name: "b", expression: "1" },
    );
    expect(variables[0]).toMatchObject({
      kind: "issues",
      text: expect.stringContaining("undefined field 'b'"),
    });
  });

  it("compose without variables does not know the word", () => {
    const made = compose(undefined, { params: false }).compile("variables.a", PLAIN);
    expect(made).toMatchObject({
      kind: "issues",
      text: expect.stringContaining("undeclared reference to 'variables'"),
    });
  });
});

it("ComposedEvaluation counts the cost of variables, once", () => {
  const composition = withVariables({ name: "a", expression: "object.n" });
  const evaluation = new ComposedEvaluation(composition, { object }, 100);
  evaluation.evaluate(composition.compile("variables.a == 3 && variables.a == 3", PLAIN), "");
  expect(100 - evaluation.remaining).toBe(8);
  expect(evaluate(composition, "variables.a", PLAIN, 1)).toEqual({ kind: "spent" });
});

describe("patch types", () => {
  it.each([
    [
      "Object{spec: Object.spec{replicas: 3, x: [dyn('a'), dyn(1.5)]}}",
      { spec: { replicas: 3, x: ["a", 1.5] } },
    ],
    ["Object{?a: optional.none(), b: {'k': Object.b{}}}", { b: { k: {} } }],
    [
      "[JSONPatch{op: 'add', path: '/a', value: object.data}]",
      [{ op: "add", path: "/a", value: { a: "1" } }],
    ],
    ["Object{intList: [1, 2, 3]}.intList.sum()", 6],
    ["Object{spec: Object.spec{n: 3}} == Object{spec: Object.spec{n: 1 + 2}}", true],
    ["dyn(Object{a: 1}) == dyn(Object.x{a: 1})", false],
    ["[Object{}.?existing.hasValue(), has(JSONPatch{op: 'x'}.op)]", [false, true]],
    ["jsonpatch.escapeKey('a/b~c')", "a~1b~0c"],
    ["Object{?spec: optional.ofNonZeroValue(Object.spec{})}", {}],
    ["9223372036854775807", "9223372036854775807"],
  ])("%s as JSON", (expression, json) => {
    expect(toJson(resultOf(expression), "text")).toEqual(json);
  });

  it.each([
    ["Object{}", ["Object"], undefined],
    ["object", ["Object"], "must evaluate to Object but got dyn"],
    ["[1]", ["list(JSONPatch)"], "must evaluate to list(JSONPatch) but got list(int)"],
    ["true ? [JSONPatch{op: 'add'}] : []", ["list(JSONPatch)"], undefined],
  ])("compiledProblem of %s, which should be %j", (expression, types, message) => {
    const made = withVariables().compile(expression, MUTATION);
    expect(compiledProblem(expression, made, types)?.message).toBe(
      message && `Invalid value: "${expression}": ${message}`,
    );
  });

  it("JSONPatch has typed fields", () => {
    expect(withVariables().compile("JSONPatch{op: 1}", MUTATION)).toMatchObject({
      text: expect.stringContaining("expected type of field 'op' is 'string' but provided type is 'int'"),
    });
    expect(withVariables().compile("Invalid{}", MUTATION)).toMatchObject({
      text: expect.stringContaining("undeclared reference to 'Invalid'"),
    });
  });

  it("misplacedTypes names objects that stand elsewhere than their type says", () => {
    const expression = "Object{spec: Object.spec{a: [Object.spec.b{}], c: Object.spec.c{}}}";
    expect(misplacedTypes(resultOf(expression))).toEqual([
      'unexpected type name "Object.spec.b", expected "Object.spec.a", which matches field name path from root Object type',
    ]);
  });
});

describe("composeOnce", () => {
  const size = { name: "size", expression: "object.n" };
  const make = composeOnce();
  const first = make([size], { params: false });

  it("makes equal compositions once", () => {
    expect(make([{ ...size }], { params: false })).toBe(first);
    for (const other of [
      make([size], { params: true }),
      make([], { params: false }),
      make(undefined, { params: false }),
    ])
      expect(other).not.toBe(first);
  });

  it("compiles an expression once for each use", () => {
    const program = first.compile("variables.size > 2", PLAIN);
    expect(first.compile("variables.size > 2", PLAIN)).toBe(program);
    expect(first.compile("variables.size > 2", MUTATION)).not.toBe(program);
    expect(evaluate(first, "variables.size > 2")).toMatchObject({ kind: "value", value: true });
  });
});
