import { expect, test } from "vitest";
import { absentMember } from "./condition-hints.ts";

const object = { metadata: { name: "a", labels: { team: "red" } }, spec: { parts: [{ size: 1 }, {}] } };
const values = { object, oldObject: null, params: { spec: {} }, namespaceObject: null, request: {} };
const at = (expression: string, key: string) => absentMember(expression, `no such key: ${key}`, values);

test.each([
  ["object.metadata.annotations.team == 'a'", "annotations", "has(object.metadata.annotations)"],
  ["object.metadata.labels['tier'] == 'a'", "tier", "'tier' in object.metadata.labels"],
  ["params.spec.names.exists(n, n == object.metadata.name)", "names", "has(params.spec.names)"],
  // The guarded branches that were not evaluated are not blamed.
  ["has(object.data) ? oldObject.data.x == 'a' : object.spec.mode == 'a'", "mode", "has(object.spec.mode)"],
  ["object.metadata.name == 'a' && object.spec.mode == 'b'", "mode", "has(object.spec.mode)"],
  ["object.spec.mode == 'b' || params.spec.mode == 'b'", "mode", "has(object.spec.mode)"],
  ["has(object.spec.a.b)", "a", "has(object.spec.a)"],
  // Inside a macro, the only read of this key is the one that failed.
  ["object.spec.parts.all(p, p.size > 0)", "size", "has(p.size)"],
])("%s: the read that failed is named", (expression, key, guard) => {
  expect(at(expression, key)).toMatchObject({ guard, isNull: false });
});

test.each([
  ["oldObject.metadata.name == 'a'", "metadata", "oldObject"],
  ["namespaceObject.metadata.labels['a'] == 'b'", "metadata", "namespaceObject"],
  ["params.spec == oldObject.spec", "spec", "oldObject"],
])("%s: a null value is named", (expression, key, of) => {
  expect(at(expression, key)).toMatchObject({ of, isNull: true });
});

test.each([
  ["object.spec.parts.all(p, p.size > 0 || object.size > 0)", "size"],
  ["variables.a.b == 1", "b"],
  ["object.metadata.annotations.team == 'a'", "labels"],
  ["object.metadata.name == 'a'", "x"],
  ["object.", "x"],
])("%s: nothing is said where the evaluation does not tell it", (expression, key) => {
  expect(at(expression, key)).toBeUndefined();
});
