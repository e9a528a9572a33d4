import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

interface Given {
  readonly resource: string;
  readonly group?: string;
  readonly expression: string;
  readonly more?: string;
}

async function found({ resource, group = "", expression, more = "" }: Given): Promise<string[]> {
  const { findings } = await lintText(`
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: sizes }
spec:
  ${more}
  matchConstraints:
    resourceRules: [{ apiGroups: ["${group}"], apiVersions: [v1], operations: [CREATE], resources: [${resource}] }]
  validations: [{ expression: "${expression}" }]
`);
  return findings.filter(({ rule }) => rule === "type-error").map(({ message }) => message);
}

test.each([
  ["resourcequotas", "!has(object.spec.hard) || 'pods' in object.spec.hard"],
  ["persistentvolumes", "'storage' in object.spec.capacity"],
  ["limitranges", "object.spec.limits.all(l, !has(l.max) || 'cpu' in l.max)"],
  ["pods", "object.spec.volumes.all(v, !has(v.emptyDir) || has(v.emptyDir.sizeLimit))"],
  ["pods", "object.spec.containers.all(c, has(c.resources.limits))"],
])("a quantity has a value, although it has no type: %s %s", async (resource, expression) => {
  expect(await found({ resource, expression })).toEqual([]);
});

test.each([
  ["object.spec.container.size() > 0", "undefined field 'container' of Pod"],
  ["object.spec.containers.all(c, has(c.resources.limit))", "undefined field 'limit' of Pod"],
])("a field that does not exist is told: %s", async (expression, told) => {
  expect(await found({ resource: "pods", expression })).toEqual([expect.stringContaining(told)]);
});

test.each([
  { expression: "has(object.metadata.labels['a'])" },
  { expression: "size(variables.Names) == 0", more: "variables: [{ name: names, expression: '[1]' }]" },
  {
    expression: "object.spec.container.size() > 0",
    more: "variables: [{ name: names, expression: 'object.' }]",
  },
])("nothing is said of a policy that the server refuses: %s", async (given) => {
  expect(await found({ resource: "pods", ...given })).toEqual([]);
});
