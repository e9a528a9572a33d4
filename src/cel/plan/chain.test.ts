import { expect, test } from "vitest";
import { admissionEnvironment } from "../kubernetes/environment.ts";
import { compile } from "../program.ts";
import { CelError } from "../values/values.ts";

const ENVIRONMENT = admissionEnvironment();
const object = {
  metadata: { name: "a", labels: { app: "x", toString: "own" }, nothing: null },
  spec: { ratio: 1.5, list: [{ name: "b" }], text: "é".repeat(30) },
};

function run(expression: string, limit?: number): readonly [unknown, number] {
  const program = compile(expression, ENVIRONMENT);
  if (program.kind === "issues") throw new Error(program.text);
  const { value, cost } = program.run(
    { object, oldObject: null, request: {}, namespaceObject: null },
    { limit },
  );
  return [value instanceof CelError ? value.message : value, cost];
}

/** Values and costs are the same as when each field is read separately. */
test.each([
  ["object.metadata.labels.app == 'x'", true, 5],
  ["object.metadata['labels'].app != 'x'", false, 5],
  ["object.metadata.missing.app", "no such key: missing", 3],
  ["object.metadata.nothing.app", "no such key: app", 4],
  ["oldObject.metadata", "no such key: metadata", 2],
  ["object.metadata.labels.toString == 'own'", true, 5],
  ["object.metadata.toString", "no such key: toString", 3],
  ["object.spec.ratio > 1.0", true, 4],
  ["has(object.metadata.labels.app)", true, 3],
  ["has(object.metadata.missing)", false, 2],
  ["has(object.metadata.missing.app)", "no such key: missing", 2],
  ["object.spec.list[0].name.startsWith('b')", true, 6],
  ["object.spec.text.endsWith('é')", true, 4],
  ["object.spec.ratio.startsWith('b')", "no such overload", 4],
  ["'app' in object.metadata.labels", true, 4],
  ["'toString' in object.metadata", false, 3],
  ["'app' in object.spec.list", false, 4],
  ["object.spec.list.exists(c, has(c.name) && c.name == 'b')", true, 12],
] as const)("reads %s", (expression, value, cost) => {
  expect(run(expression)).toEqual([value, cost]);
});

test("a chain stops at the limit as it does field by field", () => {
  const limits = Array.from({ length: 6 }, (_, limit) => run("object.metadata.labels.app == 'x'", limit)[1]);
  expect(limits).toEqual([1, 2, 3, 4, 5, 5]);
});
