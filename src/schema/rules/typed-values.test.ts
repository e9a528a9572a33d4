import { describe, expect, test } from "vitest";
import { atOnce } from "../../async/steps.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { compileStructural } from "../structural.ts";

const TEXT = { type: "string" };
const INTEGER = { type: "integer" };
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "array", items, ...more });
const map = (values: JsonObject): JsonObject => ({ type: "object", additionalProperties: values });
const set = { "x-kubernetes-list-type": "set" };
const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
const pair = { type: "object", required: ["k"], properties: { k: TEXT, v: INTEGER } };
const open = { ...pair, "x-kubernetes-preserve-unknown-fields": true };
const odd = { type: "object", properties: { a__b: TEXT, "x-y": TEXT, in: TEXT } };

const SCHEMAS: JsonObject = {
  i: INTEGER,
  x: { "x-kubernetes-int-or-string": true },
  tl: list(TEXT),
  il: list(INTEGER),
  dl: list({ ...TEXT, format: "date" }),
  dul: list({ ...TEXT, format: "duration" }),
  ll: list(list(INTEGER)),
  ts: list(TEXT, set),
  is: list(INTEGER, set),
  ns: list({ type: "number" }, set),
  ys: list({ ...TEXT, format: "byte" }, set),
  no: list(TEXT),
  none: list(TEXT, set),
  ds: list({ ...TEXT, format: "date" }, set),
  none2: list({ ...TEXT, format: "date" }, set),
  o: pair,
  oo: open,
  od: odd,
  ol: list(pair),
  ml: list(pair, keyed),
  tm: map(TEXT),
};
const VALUE: JsonObject = {
  i: 1,
  x: "a",
  tl: ["a", "b"],
  il: [1, 2],
  dl: ["2024-01-01", "2024-01-02"],
  dul: ["1h"],
  ll: [[1], [2]],
  ts: ["a", "b"],
  is: [1, 2],
  ns: [1.5, 2],
  ys: ["YQ=="],
  no: [],
  none: [],
  ds: ["2024-01-01"],
  none2: [],
  o: { k: "a", v: 1 },
  oo: { k: "a", z: 1 },
  od: { a__b: "x", "x-y": "a", in: "b" },
  ol: [{ k: "a" }, { k: "b", v: 2 }],
  ml: [{ k: "a" }, { k: "b", v: 2 }],
  tm: { a: "b", "x-y": "c" },
};

/** Returns `true`, `false`, or the error of a rule. */
function outcome(rule: string, value: Json = VALUE): string {
  const spec = { type: "object", properties: SCHEMAS, "x-kubernetes-validations": [{ rule }] };
  const { evaluateRules } = compileStructural({ type: "object", properties: { spec } });
  const steps = evaluateRules?.(
    { apiVersion: "a/v1", kind: "A", metadata: {}, spec: value },
    undefined,
    () => {},
  );
  const [error] = steps === undefined ? [] : atOnce(steps);
  if (error === undefined) return "true";
  const text = error.message
    .replace(/^Invalid value: ("object": )?/, "")
    .replace(` evaluating rule: ${rule}`, "");
  if (text === `failed rule: ${rule}`) return "false";
  return text.startsWith("'no such overload'") ? "no such overload" : text;
}

// All results were recorded from kube-apiserver 1.37.2.
describe("a list or map of a schema", () => {
  test.each([
    ["dyn(self.tl) == dyn(1)", "no such overload"],
    ["dyn(1) == dyn(self.tl)", "false"],
    ["dyn(self.tl) != dyn(1)", "true"],
    ["dyn(self.tl) == dyn(null)", "false"],
    ["dyn(self.o) == dyn(1)", "no such overload"],
    ["self.tl == self.x", "no such overload"],
    ["[self.tl] == dyn(['x'])", "true"],
    ["[dyn(self.tl)] == [dyn('x')]", "true"],
    ["optional.of(self.tl) == dyn(optional.of(1))", "no such overload"],
    ["dyn(self.no.distinct()) == dyn(1)", "no such overload"],
    ["dyn(self.tm) == dyn({'a': 'b', 'x-y': 'c'})", "true"],
    ["dyn(self.is) == dyn([1.0, 2.0])", "false"],
    ["dyn(self.ml) == dyn([{'k': 'a'}])", "false"],
    ["self.ns == self.ns", "true"],
    ["self.ml == self.ml", "true"],
    ["self.ds == self.ds", "true"],
    ["dyn(self.ts) == dyn(['b','a'])", "true"],
    ["dyn(self.ts) == dyn(['b','b'])", "false"],
    ["[1.5, 2.0] == self.ns", "true"],
    ["self.ys == self.ys", "true"],
  ])("is compared: %s", (rule, expected) => expect(outcome(rule)).toBe(expected));

  test.each([
    ["dyn('a') in dyn(self.tl)", "true"],
    ["dyn('a') in dyn(self.ll)", "no such overload"],
    ["dyn(null) in dyn(self.ll)", "no such overload"],
    ["dyn([1]) in dyn(self.ll)", "true"],
    ["dyn(1) in dyn(self.tm)", "no such overload"],
    ["sets.contains(dyn(self.ll), [dyn(1)])", "no such overload"],
    ["sets.equivalent(self.dul + [duration('1h')], self.dul)", "true"],
    ["dyn(self.tl)[dyn(1u)] == 'b'", "unsupported index: 1"],
    ["dyn(self.no)[dyn(1u)] == 'b'", "index out of bounds: 1"],
    ["dyn(self.tm)[dyn(1)] == 'b'", "no such overload"],
    ["dyn(self.tm)[?dyn(1)].hasValue()", "no such overload"],
  ])("is asked for something: %s", (rule, expected) => expect(outcome(rule)).toBe(expected));

  test.each([
    ["(self.tl + ['x']) == ['a', 'b', 'x']", "true"],
    ["(self.dl + self.dl)[0] == timestamp('2024-01-01T00:00:00Z')", "true"],
    ["(self.dl + self.dl)[2] == timestamp('2024-01-01T00:00:00Z')", "true"],
    ["(dyn(self.dl) + dyn(['2024-01-01']))[2] == timestamp('2024-01-01T00:00:00Z')", "false"],
    ["(self.ll + [[7]])[2] == [7]", "true"],
    ["(dyn(self.ml) + dyn([{'k': 'b'}]))[2] == 1", "index out of bounds: 2"],
    [
      "(dyn(self.ts) + dyn([[1]]))[2] == 1",
      "listSet operations are only supported on lists of scalar values",
    ],
    [
      "(dyn(self.none) + dyn([[1]]))[0] == 1",
      "listSet operations are only supported on lists of scalar values",
    ],
    ["dyn([] + self.ts) == dyn(1)", "no such overload"],
    ["(self.ns + self.ns) + [2.0] == [1.5, 2.0, 2.0]", "false"],
    ["(self.ns + [2.0] + [2.0]).size() == 3", "false"],
    ["(self.ds + self.ds) == self.ds", "true"],
    ["(self.none2 + self.ds) == self.ds", "true"],
    ["(dyn(self.il) + dyn([1.0]))[2] == 1", "true"],
    ["(dyn(self.tl) + dyn([1]))[2] == 1", "true"],
    ["(dyn(self.tl) + dyn([1u]))[2] == 1", "true"],
    ["(dyn(self.tl) + dyn([1.5]))[2] == 1", "false"],
    ["(dyn(self.tl) + dyn([null]))[2] == 1", "false"],
    ["(dyn(self.tl) + dyn([b'a']))[2] == 1", "false"],
    ["(dyn(self.tl) + dyn([{'a': 1}]))[2] == 1", "false"],
    ["(dyn(self.tl) + dyn([[1]]))[2] == 1", "false"],
    ["(dyn(self.tl) + dyn([self.o]))[2] == 1", "no such overload"],
    ["(dyn(self.tl) + dyn([self.il]))[2] == 1", "no such overload"],
    ["(dyn(self.tl) + dyn([duration('1s')]))[2] == 1", "false"],
    ["(dyn(self.tl) + dyn([quantity('1')]))[2] == 1", "no such overload"],
    ["(dyn(self.tl) + dyn([optional.of(1)]))[2] == 1", "false"],
    ["self.is == self.is + self.is", "true"],
    [
      "(self.dl + [timestamp('2024-01-01T00:00:00Z')]).all(x, x != timestamp('2024-01-01T00:00:00Z'))",
      "false",
    ],
    ["(self.ml + self.ml) == self.ml", "true"],
    ["(self.ts + ['a']).size() == 2", "true"],
    ["(dyn(self.ml) + dyn([{'k': 'b'}]))[1] == dyn({'k': 'b'})", "true"],
    ["dyn(self.ll + []) == dyn(1)", "false"],
    ["dyn(self.ts + []) == dyn(1)", "no such overload"],
    ["dyn('a') in (dyn(self.ll) + dyn([]))", "false"],
    ["dyn('a') in (dyn(self.ts) + dyn([1]))", "true"],
    ["dyn(1) in dyn(self.ml + self.ml)", "false"],
    ["optional.ofNonZeroValue(self.none + self.none).hasValue()", "true"],
    ["optional.ofNonZeroValue(self.no + self.no).hasValue()", "false"],
  ])("is added to: %s", (rule, expected) => expect(outcome(rule)).toBe(expected));

  test.each([
    ["size(dyn(self.oo)) == 2", "true"],
    ["dyn(self.oo).map(k, k).size() == 2", "true"],
    ["dyn(self.oo).all(k, k != 'zz')", "true"],
    ["dyn(self.oo).map(k, 'x' + k).size() == 2", "no such overload"],
    ["dyn(self.oo).exists(k, v, v == 'zz')", "no such overload"],
    ["dyn(self.od)['x-y'] == 'a'", "true"],
    ["dyn(self.od)['x__dash__y'] == 'a'", "true"],
    ["'a__b' in dyn(self.od)", "true"],
    ["'a__underscores__b' in dyn(self.od)", "true"],
    ["dyn(self.od)['in'] == 'b'", "true"],
    ["dyn(self.od).exists(k, k == '__in__')", "true"],
    ["dyn(self.od).exists(k, k == 'in')", "false"],
  ])("has members: %s", (rule, expected) => expect(outcome(rule)).toBe(expected));
});
