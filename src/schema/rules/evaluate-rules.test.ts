import { describe, expect, it } from "vitest";
import { noteFloats } from "../../api/object/whole-floats.ts";
import { atOnce } from "../../async/steps.ts";
import { parseJsonWithLiterals } from "../../json/parse/parse.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { compileStructural } from "../structural.ts";

/** Returns the errors and warnings of an object whose `spec` has this schema, as texts. */
function check(spec: JsonObject, value: Json, old?: Json): string[] {
  const { evaluateRules } = compileStructural({ type: "object", properties: { spec } });
  const said: string[] = [];
  const object = (part: Json): JsonObject => ({ apiVersion: "a/v1", kind: "A", metadata: {}, spec: part });
  const steps = evaluateRules?.(object(value), old === undefined ? undefined : object(old), (text) =>
    said.push(`warning: ${text}`),
  );
  const errors = steps === undefined ? [] : atOnce(steps);
  return [...said, ...errors.map(({ field, message }) => `${field}: ${message}`)];
}

const rules = (...list: (string | JsonObject)[]): JsonObject => ({
  "x-kubernetes-validations": list.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const object = (properties: JsonObject, ...list: (string | JsonObject)[]): JsonObject => ({
  type: "object",
  properties,
  ...rules(...list),
});
const INTEGER = { type: "integer" };

describe("evaluateRules", () => {
  it("takes no message of a bool for one", () => {
    expect(check({ ...INTEGER, ...rules("google.protobuf.BoolValue{value: true}") }, 1).join()).toContain(
      "must evaluate to a bool",
    );
  });

  it("prints scalars, but no objects", () => {
    expect(check({ ...INTEGER, ...rules("self > 0") }, -1)).toEqual([
      "spec: Invalid value: -1: failed rule: self > 0",
    ]);
    expect(check(object({ a: INTEGER }, "self.a > 0"), { a: 0 })).toEqual([
      "spec: Invalid value: failed rule: self.a > 0",
    ]);
  });

  it("shows an error where a format has let a value of another type through", () => {
    const text = { type: "string", format: "cidr" };
    const said = "invalid data, expected string, got []interface {} evaluating rule:";
    expect(check({ ...text, ...rules("self == self") }, ["b"])).toEqual([
      `spec: Invalid value: "string": ${said} self == self`,
    ]);
    const asked = ["self.a == self.a", "has(self.a)", "self.?a.hasValue()", "self.?a.orValue('x') == 'x'"];
    const refused = asked.map((rule) => `spec: Invalid value: "object": ${said} ${rule}`);
    expect(check(object({ a: text }, ...asked), { a: [] })).toEqual(refused);
    const port = { "x-kubernetes-int-or-string": true, format: "email" };
    expect(check(object({ a: port }, "self.a == self.a"), { a: [1] })).toEqual([
      'spec: Invalid value: "object": invalid data, expected XIntOrString value to be either a string or integer evaluating rule: self.a == self.a',
    ]);
    expect(check(object({ a: text }, "self.a == '::1/64'"), { a: "::1/64" })).toEqual([]);
  });

  it("prints numbers as Go does", () => {
    const number = { type: "number", ...rules("false") };
    const printed = (value: number) => check(number, value)[0]?.split(": ")[2];
    expect([1e20, 1234567.5, 1234567, 0.00001, 1.5].map(printed)).toEqual([
      "1e+20",
      "1.2345675e+06",
      "1234567",
      "1e-05",
      "1.5",
    ]);
  });

  it("shows an error where an integer was written as a float", () => {
    const spec = object(
      {
        a: { ...INTEGER, ...rules("self == 2") },
        n: { type: "number" },
      },
      "self.a == self.a",
      "self.n == 1.0",
    );
    const { evaluateRules } = compileStructural({ type: "object", properties: { spec } });
    const { value, literals } = parseJsonWithLiterals('{"spec":{"a":2.0,"n":1e0}}');
    noteFloats(literals ?? new Map());
    const steps = evaluateRules?.(value as JsonObject, undefined, () => {});
    const errors = steps === undefined ? [] : atOnce(steps);
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'spec: Invalid value: "object": invalid data, expected int, got float64 evaluating rule: self.a == self.a',
      'spec.a: Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self == 2',
    ]);
  });

  it("takes message, messageExpression, reason and fieldPath from the rule", () => {
    const rule = { rule: "self.a > 0", message: " no ", reason: "FieldValueForbidden", fieldPath: ".a" };
    expect(check(object({ a: INTEGER }, rule), { a: 0 })).toEqual(["spec.a: Forbidden: no"]);
    const spoken = { ...rule, messageExpression: "'not ' + string(self.a)" };
    expect(check(object({ a: INTEGER }, spoken), { a: 0 })).toEqual(["spec.a: Forbidden: not 0"]);
    const silent = { ...rule, messageExpression: "' '" };
    expect(check(object({ a: INTEGER }, silent), { a: 0 })).toEqual(["spec.a: Forbidden: no"]);
  });

  it("joins a fieldPath with a dot to where the rule stands, even when it begins with a key", () => {
    const rule = (fieldPath: string): JsonObject => ({
      rule: "1 == 2",
      message: "no",
      reason: "FieldValueForbidden",
      fieldPath,
    });
    const map = { type: "object", additionalProperties: INTEGER, ...rules(rule(".x-y"), rule("['']")) };
    expect(check(object({ "x-y": map }), { "x-y": {} })).toEqual([
      "spec.x-y.[x-y]: Forbidden: no",
      "spec.x-y.[]: Forbidden: no",
    ]);
    const odd = object({ "": INTEGER, "[b]": INTEGER, m: map }, rule("['']"), rule(".m.x"), rule("['[b]']"));
    expect(check(odd, {})).toEqual([
      "spec.[]: Forbidden: no",
      "spec.m[x]: Forbidden: no",
      "spec.[b]: Forbidden: no",
    ]);
  });

  it("runs transition rules only where there is an old value, unless oldSelf is optional", () => {
    const once = object({ a: { ...INTEGER, ...rules("self >= oldSelf") } });
    expect(check(once, { a: 1 })).toEqual([]);
    expect(check(once, { a: 1 }, {})).toEqual([]);
    expect(check(once, { a: 1 }, { a: 2 })).toHaveLength(1);
    const start = { rule: "oldSelf.hasValue() || self == 1", optionalOldSelf: true };
    expect(check({ ...INTEGER, ...rules(start) }, 2)).toHaveLength(1);
    expect(check({ ...INTEGER, ...rules(start) }, 2, 3)).toEqual([]);
  });

  it("finds the old elements of lists of type map", () => {
    const items = object({ k: { type: "string" }, v: { ...INTEGER, ...rules("self == oldSelf") } });
    const list = {
      type: "array",
      items,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    };
    const old = [
      { k: "a", v: 1 },
      { k: "b", v: 2 },
    ];
    expect(check(list, [{ k: "b", v: 1 }], old)).toEqual([
      "spec[0].v: Invalid value: 1: failed rule: self == oldSelf",
    ]);
    expect(check(list, [{ k: "c", v: 1 }], old)).toEqual([]);
  });

  it("only warns of what was wrong before and has not changed", () => {
    const spec = object({ a: { ...INTEGER, ...rules("self > 0") }, b: INTEGER });
    expect(check(spec, { a: 0, b: 2 }, { a: 0, b: 1 })).toEqual([
      "warning: spec.a: Invalid value: 0: failed rule: self > 0",
    ]);
    expect(check(spec, { a: -1 }, { a: 0 })).toHaveLength(1);
  });

  it.each([
    [{ type: "string", format: "date-time" }, "2026-01-02T03:04:05Z", "self.getFullYear() == 2026"],
    [{ type: "string", format: "date" }, "2026-01-02", "self < timestamp('2026-01-03T00:00:00Z')"],
    [{ type: "string", format: "duration" }, "90m", "self == duration('1h30m')"],
    [{ type: "string", format: "byte" }, "aGk=", "self == b'hi'"],
    [{ type: "number" }, 2, "self / 4.0 == 0.5"],
    [object({ "a-b": INTEGER, namespace: INTEGER }), { "a-b": 1, namespace: 2 }, "self.a__dash__b == 1"],
    [object({ namespace: INTEGER }), { namespace: 2 }, "self.__namespace__ == self.namespace"],
    [object({ a: { ...INTEGER, nullable: true } }), { a: null }, "!has(self.a)"],
    [{ type: "array", items: INTEGER, "x-kubernetes-list-type": "set" }, [1, 2], "self == [2, 1]"],
    [
      { type: "array", items: INTEGER, "x-kubernetes-list-type": "set" },
      [1, 2],
      "self + [2, 3] == [1, 2, 3]",
    ],
    [{ "x-kubernetes-int-or-string": true }, "5%", "type(self) == string"],
    [{ type: "object", additionalProperties: INTEGER }, { "a-b": 1 }, "self['a-b'] == 1"],
  ] as const)("shows %j as expressions know it", (schema, value, rule) => {
    const wrong = { ...(schema as JsonObject), ...rules({ rule: `!(${rule})`, message: "wrong" }) };
    expect(check({ ...(schema as JsonObject), ...rules(rule) }, value as Json)).toEqual([]);
    expect(check(wrong, value as Json)).toHaveLength(1);
  });

  const list = (items: JsonObject, more: JsonObject): JsonObject => ({ type: "array", items, ...more });
  const setOf = (items: JsonObject): JsonObject => list(items, { "x-kubernetes-list-type": "set" });
  const NAMED = list(object({ name: { type: "string" }, namespace: { type: "string" } }), {
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name", "namespace"],
  });

  it.each([
    ["whole numbers", setOf({ type: "number" }), [1, 2.5]],
    ["times", setOf({ type: "string", format: "date-time" }), ["2020-01-01T00:00:00Z"]],
    ["dates", setOf({ type: "string", format: "date" }), ["2020-01-01"]],
    ["durations", setOf({ type: "string", format: "duration" }), ["1h"]],
  ] as const)("finds %s in a set", (_name, schema, value) => {
    const failed = (rule: string): number =>
      check({ ...schema, ...rules(rule) }, value as unknown as Json).length;
    expect(["self == self", "size(self + self) == size(self)"].map(failed)).toEqual([0, 0]);
  });

  it("finds other numbers in a set", () => {
    expect(check({ ...setOf({ type: "number" }), ...rules("self == self") }, [1.5, 1e30])).toEqual([]);
  });

  it("tells items apart by those keys alone that have no other name in CEL", () => {
    const same = { ...NAMED, ...rules("self == self") };
    expect(check(same, [{ name: "a", namespace: "x" }])).toEqual([]);
    const two = [
      { name: "a", namespace: "x" },
      { name: "a", namespace: "y" },
    ];
    expect(check(same, two)).toEqual(["spec: Invalid value: failed rule: self == self"]);
  });

  it("ends when the budget is spent", () => {
    const expensive = "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))";
    const list = { type: "array", items: INTEGER, ...rules(...new Array(30).fill(expensive)) };
    const numbers = Array.from({ length: 40 }, (_, i) => i);
    const [first, ...rest] = check(list, numbers);
    expect(first).toContain("running out of cost budget");
    expect(rest).toEqual([]);
  });
});

it("evaluateRules asks about very many items in many steps", () => {
  const numbers = { type: "array", maxItems: 50_000, items: { ...INTEGER, ...rules("self >= 0") } };
  const { evaluateRules } = compileStructural({ type: "object", properties: { numbers } });
  const stepsFor = (count: number): number =>
    [...(evaluateRules?.({ numbers: Array(count).fill(1) }, undefined, () => {}) ?? [])].length;
  expect(stepsFor(10)).toBe(0);
  expect(stepsFor(20_000)).toBeGreaterThanOrEqual(15);
});

// Results of kube-apiserver 1.36.3 for these values.
describe("optional.ofNonZeroValue", () => {
  const isKept = (schema: JsonObject, value: Json, of: string): boolean =>
    check({ ...schema, ...rules(`optional.ofNonZeroValue(${of}).hasValue()`) }, value).length === 0;
  const MAP = { type: "object", additionalProperties: { type: "string" } };
  const TEXT = { type: "string" };

  it("keeps empty lists and maps of the schema, and no others", () => {
    expect(isKept(MAP, {}, "self")).toBe(true);
    expect(isKept({ type: "object", properties: { m: MAP } }, {}, "self")).toBe(true);
    expect(isKept({ type: "object", properties: { m: MAP } }, { m: {} }, "self.m")).toBe(true);
    expect(isKept({ type: "array", items: TEXT }, [], "self")).toBe(true);
    const set = { type: "array", items: TEXT, "x-kubernetes-list-type": "set" };
    expect(isKept(set, [], "self")).toBe(true);
    expect(isKept(TEXT, "a", "[]")).toBe(false);
    expect(isKept(TEXT, "a", "{}")).toBe(false);
    expect(isKept({ type: "array", items: TEXT }, ["a"], "self.filter(x, x == '')")).toBe(false);
  });

  it("keeps optional values, and not Go's zero time", () => {
    expect(isKept(TEXT, "a", "optional.none()")).toBe(true);
    expect(isKept(TEXT, "a", "timestamp('0001-01-01T00:00:00Z')")).toBe(false);
    expect(isKept(TEXT, "", "self")).toBe(false);
    expect(isKept(INTEGER, 0, "self")).toBe(false);
  });
});
