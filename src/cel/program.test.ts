import { describe, expect, it } from "vitest";
import { admissionEnvironment } from "./kubernetes/environment.ts";
import { compile } from "./program.ts";
import { CelDouble, CelError, type Value } from "./values/values.ts";

const ENVIRONMENT = admissionEnvironment({ authorizer: false });
const OBJECT = {
  metadata: { name: "pod-a", labels: { app: "x" } },
  spec: {
    replicas: 3,
    ratio: 1.5,
    big: 9007199254740993n,
    none: null,
    containers: [{ name: "c", image: "nginx:1.2" }, { name: "d" }],
  },
};

function run(expression: string): { value: Value; cost: number } {
  const program = compile(expression, ENVIRONMENT);
  if (program.kind === "issues") throw new Error(program.text);
  return program.run({ object: OBJECT, oldObject: null, request: {}, namespaceObject: null });
}

describe("compile", () => {
  it.each([
    ["object.metadata.name == 'pod-a'", true],
    ["has(object.metadata.labels.app) && !has(object.metadata.annotations)", true],
    ["object.spec.containers.exists(c, has(c.image) && c.image.startsWith('nginx'))", true],
    ["object.spec.containers.map(c, c.name) == ['c', 'd']", true],
    ["object.spec.replicas + 1", 4],
    ["object.spec.big + 1", 9007199254740994n],
    ["9223372036854775806 + 1", 9223372036854775807n],
    ["object.spec.ratio * 2.0 == 3.0", true],
    ["object.spec.none == null", true],
    ["object.?spec.?nothing.orValue('x')", "x"],
    ["quantity('1Gi').isGreaterThan(quantity('1000Mi'))", true],
    ["'%s has %d'.format([object.metadata.name, 2])", "pod-a has 2"],
    ["object.x || true", true],
    ["oldObject == null", true],
  ] as const)("runs %s", (expression, value) => {
    expect(run(expression).value).toEqual(value);
  });

  it.each([
    ["object.x", "no such key: x"],
    ["object.spec.containers[2]", "index out of bounds: 2"],
    ["1 / 0", "division by zero"],
    ["1 % 0", "modulus by zero"],
    ["9223372036854775807 + 1", "integer overflow"],
    ["object.metadata.name + 1", "no such overload"],
    ["object.metadata.name && true", "no such overload"],
    ["'a'.findAll('a', dyn('1'))", "no such overload"],
    ["'a'.findAll(object.metadata.name, dyn('1'))", "no such overload: findAll(string, string, string)"],
    ["optional.none().value()", "optional.none() dereference"],
  ])("answers an error as a value for %s", (expression, message) => {
    expect(run(expression).value).toEqual(new CelError(message));
  });

  it.each([
    ["object.x ==", "1:12: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '('"],
    [
      "as.for.Message{a: 1}",
      "1:15: undeclared reference to 'as.for.Message' (in container '')\n | as.for.Message{a: 1}\n | ..............^",
    ],
    [
      "[1].filter(.y, true)",
      "1:13: undeclared reference to '.y' (in container '')\n | [1].filter(.y, true)\n | ............^",
    ],
    [
      "'%d'.format(['%y'.format([1])]) == ''",
      '1:25: could not parse formatting clause: unrecognized formatting clause "y"',
    ],
    ["'%'.format([]) == ''", "1:11: unexpected end of string"],
    ["'%y'.format([]) == ''", "1:12: index 0 out of range"],
    ["'%d %y'.format(['a', 1]) == ''", "1:17: error during formatting: decimal clause"],
    ["nothing == 1", "1:1: undeclared reference to 'nothing' (in container '')\n | nothing == 1\n | ^"],
    ["request.nothing == ''", "1:8: undefined field 'nothing'\n | request.nothing == ''\n | .......^"],
    ["'a' + 1 == 'a1'", "1:5: found no matching overload for '_+_' applied to '(string, int)'"],
    ["!-1", "1:1: found no matching overload for '!_' applied to '(int)'"],
    ["'a'.matches('(')", "1:13: invalid matches argument"],
    ["[1, 'a'] == []", "1:5: expected type 'int' but found 'string'"],
    ["has(object)", "1:5: invalid argument to has() macro"],
    [
      "[1].map(7, x).sortBy(x, -x)",
      "1:9: argument is not an identifier\n | [1].map(7, x).sortBy(x, -x)\n | ........^\nERROR: <input>:1:9: sortBy can only",
    ],
  ])("says what is wrong with %s", (expression, text) => {
    const made = compile(expression, ENVIRONMENT);
    expect(made.kind === "issues" ? made.text : "").toContain(`compilation failed: ERROR: <input>:${text}`);
  });

  it("works out conversions of literals at once", () => {
    expect(compile("int('abc')", ENVIRONMENT)).toEqual({
      kind: "issues",
      resultTypeName: "int",
      text: "program instantiation failed: type conversion error from 'string' to 'int'",
      internal: true,
    });
  });

  it("names the type of a list that is an index", () => {
    expect(compile("object.metadata.labels[['a']]", ENVIRONMENT)).toMatchObject({
      text: "program instantiation failed: invalid qualifier type: *types.baseList",
    });
  });

  it.each([
    ["object.metadata.name", 3],
    ["has(object.metadata.name)", 2],
    ["object.spec.containers.all(c, c.name != 'x')", 16],
    ["object.metadata.name in ['a', 'b']", 3],
    ["[1, 2].map(x, x + 1)", 29],
  ])("counts what %s costs", (expression, cost) => {
    expect(run(expression).cost).toBe(cost);
  });

  it("stops at the limit, which no operator absorbs", () => {
    const program = compile("object.l.all(x, object.l.all(y, true)) || true", ENVIRONMENT);
    if (program.kind === "issues") throw new Error(program.text);
    const l = Array.from({ length: 100 }, (_, i) => i);
    const { value } = program.run({ object: { l } }, { limit: 1000 });
    expect(value).toEqual(new CelError("operation cancelled: actual cost limit exceeded"));
  });

  it("collects in a time that grows with the list only", () => {
    const program = compile("object.l.map(x, x).filter(x, true).transformMap(i, x, x).size()", ENVIRONMENT);
    if (program.kind === "issues") throw new Error(program.text);
    const l = Array.from({ length: 100_000 }, (_, i) => i);
    const before = process.cpuUsage();
    expect(program.run({ object: { l } }, { limit: 50_000_000 }).value).toBe(100_000);
    // A copy for each element takes minutes. CPU time is measured, because other programs can use the
    // machine.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });

  it("collects again with each run", () => {
    const program = compile("[1, 2].map(x, x + 1)", ENVIRONMENT);
    if (program.kind === "issues") throw new Error(program.text);
    expect([program.run({}).value, program.run({}).value]).toEqual([
      [2, 3],
      [2, 3],
    ]);
  });

  it("sorts nothing but lists", () => {
    expect(run("dyn(true).sort()")).toEqual({ value: new CelError("no such overload: sort"), cost: 1 });
  });

  it("treats keys such as __proto__ as ordinary keys", () => {
    expect(run("has(object.__proto__) || has(object.constructor)").value).toBe(false);
  });

  it("keeps doubles apart from ints", () => {
    expect(run("object.spec.ratio + 1.5").value).toEqual(new CelDouble(3));
  });
});

describe("compile of what is too much, as cel-go refuses it", () => {
  const environment = admissionEnvironment();
  const textOf = (source: string): string => {
    const made = compile(source, environment);
    return made.kind === "issues" ? made.text.replace("compilation failed: ", "") : "";
  };

  it.each([
    ["selections", "object", ".b", 250],
    ["sums", "1", " + 1", 250],
  ])("%s are nested 250 deep at most", (_what, start, part, most) => {
    expect(textOf(start + part.repeat(most))).toBe("");
    expect(textOf(start + part.repeat(most + 1))).toBe("ERROR: <input>:-1:0: max recursion depth exceeded");
    expect(textOf(start + part.repeat(5_000))).toBe("ERROR: <input>:-1:0: max recursion depth exceeded");
  });

  it("operands side by side have no limit but the length of the text", () => {
    expect(textOf(`true${" && true".repeat(5_000)}`)).toBe("");
  });

  it("a hundred errors are reported, and the parser gives up at the next", () => {
    const text = textOf("\ufffda".repeat(300));
    expect(text.split("ERROR: ").length - 1).toBe(100);
    expect(text.endsWith("\n1 more errors were truncated")).toBe(true);
  });

  it("a long line is not shown", () => {
    expect(textOf(`nothing(${"1,".repeat(9_000)}1)`)).toBe(
      "ERROR: <input>:1:8: undeclared reference to 'nothing' (in container '')",
    );
  });
});
