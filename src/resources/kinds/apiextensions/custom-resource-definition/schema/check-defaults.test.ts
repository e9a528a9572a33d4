import { expect, test } from "vitest";
import { atOnce } from "../../../../../async/steps.ts";
import type { JsonObject } from "../../../../../json/value.ts";
import { parseSchema } from "../../../../../schema/json-schema.ts";
import { checkDefaults } from "./check-defaults.ts";

const problems = (schema: JsonObject): string[] =>
  atOnce(checkDefaults(parseSchema(schema), "s")).map(({ field, message }) => `${field}: ${message}`);

const withA = (a: JsonObject): JsonObject => ({ type: "object", properties: { a } });
const rule = (text: string, more: JsonObject = {}): JsonObject => ({
  "x-kubernetes-validations": [{ rule: text, ...more }],
});

test("a default is checked by the rules of what it holds", () => {
  const text = { type: "string", default: "x" };
  expect(problems(withA({ ...text, ...rule("self == 'x'") }))).toEqual([]);
  expect(problems(withA({ ...text, ...rule("self == 'y'") }))).toEqual([
    `s.properties[a].default: Invalid value: "x": failed rule: self == 'y'`,
  ]);
  const inside = {
    type: "object",
    default: { b: "x" },
    properties: { b: { type: "string", ...rule("self == 'y'") } },
  };
  expect(problems(withA(inside))[0]).toContain("s.properties[a].default.b: ");
});

test("as what stays and as what is new", () => {
  const text = { type: "string", default: "x" };
  expect(problems(withA({ ...text, ...rule("self == oldSelf") }))).toEqual([]);
  expect(problems(withA({ ...text, ...rule("oldSelf.hasValue()", { optionalOldSelf: true }) }))).toHaveLength(
    1,
  );
});

test("a rule that does not compile is said where the default is", () => {
  const [only] = problems(withA({ type: "string", default: "x", ...rule("self.b") }));
  expect(only).toContain('s.properties[a].default: Invalid value: "string": rule compile error: ');
});

test("a rule about values without a type is said where the default is", () => {
  const list = { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true }, default: [] };
  expect(problems(withA({ ...list, ...rule("true") }))).toEqual([
    's.properties[a].default: Invalid value: "array": rule compiler initialization error: failed to convert to declType for CEL validation rules',
  ]);
});

test("a fieldPath counts only where the messageExpression compiles", () => {
  const says = (messageExpression: string): string[] => {
    const more = { messageExpression, fieldPath: ".b" };
    return problems(
      withA({
        type: "object",
        properties: { b: { type: "string" } },
        default: {},
        ...rule("has(self.b)", more),
      }),
    );
  };
  expect(says("'no'")).toEqual(["s.properties[a].default.b: Invalid value: no"]);
  expect(says("self.x")).toEqual(["s.properties[a].default: Invalid value: failed rule: has(self.b)"]);
});

test("the default of a root is a whole resource", () => {
  expect(problems({ type: "object", default: {} })).toEqual([
    "s.default.apiVersion: Required value",
    "s.default.kind: Required value",
  ]);
});

test("so is that of an embedded one, and said once", () => {
  const embedded = { type: "object", default: {}, "x-kubernetes-embedded-resource": true };
  expect(problems(withA({ ...embedded, "x-kubernetes-preserve-unknown-fields": true }))).toEqual([
    "s.properties[a].default.apiVersion: Required value",
    "s.properties[a].default.kind: Required value",
  ]);
});

test("defaults inside of defaults have one budget", () => {
  const costly = "[1,2,3,4,5,6,7,8,9].all(i, [1,2,3,4,5,6,7,8,9].all(j, [1,2,3,4,5,6,7,8,9].all(k, true)))";
  const nest = (depth: number): JsonObject =>
    depth === 0
      ? { type: "string", ...rule(costly) }
      : { type: "object", default: {}, properties: { a: nest(depth - 1) }, ...rule(costly) };
  const before = process.cpuUsage();
  problems({ type: "object", properties: { a: nest(200) } });
  const { user, system } = process.cpuUsage(before);
  // Takes one or two seconds; without a common budget for all defaults it would take hours.
  expect((user + system) / 1e6).toBeLessThan(100);
});

test("checkDefaults looks at very many defaults in many steps", () => {
  const stepsFor = (count: number): number => {
    const properties = Array.from({ length: count }, (_, i) => [`p${i}`, { type: "string", default: "a" }]);
    const schema = parseSchema({ type: "object", properties: Object.fromEntries(properties) });
    return [...checkDefaults(schema, "s")].length;
  };
  expect(stepsFor(10_000) - stepsFor(10)).toBeGreaterThanOrEqual(10);
});
