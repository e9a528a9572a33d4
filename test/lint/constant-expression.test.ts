import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

async function isFound(expression: string): Promise<boolean> {
  const { findings } = await lintText(`apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: rules}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  validations: [{expression: ${JSON.stringify(expression)}}]
`);
  return findings.some(({ rule }) => rule === "constant-expression");
}

test.each([
  "true",
  "1 < 2",
  "type(1) == int",
  "true || object.metadata.name == 'a'",
  "object.metadata.name == 'a' || 'a' in ['a']",
  "true ? [1].exists(i, i == 1) : object.spec.hostNetwork",
  "[].all(c, object.metadata.name == c)",
  "[1, 2].all(object, object > 0)",
  "optional.of(1).hasValue()",
  "!(false && has(object.spec.nodeName))",
])("constant-expression finds %s", async (expression) => {
  expect(await isFound(expression)).toBe(true);
});

test.each([
  "false",
  "object.metadata.name == 'a'",
  "has(object.spec.nodeName) || 1 > 2",
  "object.spec.containers.all(c, true)",
  "[object.metadata.name].all(name, true)",
  "request.dryRun ? true : true",
  "object == object",
])("constant-expression does not find %s", async (expression) => {
  expect(await isFound(expression)).toBe(false);
});
