import { expect, test } from "vitest";
import { selectorProblem } from "./device-selector.ts";

test.each([
  'device.driver == "a"',
  'device.attributes["d"].x',
  'device.attributes["d"].x && device.allowMultipleAllocations',
  'device.attributes["d"].version.isGreaterThan(semver("1.0.0"))',
  'device.capacity["d"].memory.compareTo(quantity("1Gi")) >= 0',
  'cel.bind(dra, device.attributes["dra.example.com"], dra.a && dra.b)',
])("selectorProblem finds none in %s", (expression) => {
  expect(selectorProblem(expression, {})).toBeUndefined();
});

test.each([
  ["1", "invalid", "must evaluate to bool or the unknown type, not int"],
  ["dyn(true)", "invalid", "must evaluate to bool or the unknown type, not dyn"],
  ["device.nope", "invalid", "undefined field 'nope'"],
  ["object.x", "invalid", "undeclared reference to 'object'"],
  [
    'device.attributes["d"].x.exists(a, a == 1)',
    "invalid",
    "expression of type 'any' cannot be range of a comprehension",
  ],
  ["cel.bind(1, 2, true)", "invalid", "cel.bind() variable names must be simple identifiers"],
  ["", "invalid", "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>'"],
  [
    "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a.contains(b) && c.contains(d)))))",
    "forbidden",
    "too complex, exceeds cost limit",
  ],
])("selectorProblem of %s is %s: %s", (expression, kind, text) => {
  const problem = selectorProblem(expression, {});
  expect(problem?.kind).toBe(kind);
  expect(problem?.text).toContain(text);
});
