import { expect, test } from "vitest";
import { explained, stepsOf } from "../explained.tool.ts";
import type { PolicyStep } from "../explanation.ts";
import { paragraphText } from "../text/explanation-text.ts";

const policy = (spec: string, actions = "[Deny]"): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: small }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE], resources: [configmaps, pods] }] }
${spec}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: small }
spec: { policyName: small, validationActions: ${actions} }
`;
const map = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "m", namespace: "shop" },
  data: { a: "1" },
};
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "shop" },
  spec: {
    containers: [
      { name: "a", image: "a", resources: { limits: { memory: "64Mi" } } },
      { name: "b", image: "b", resources: { limits: { memory: "1Gi" } } },
    ],
  },
};

test("a policy that holds shows the values that it read, and those of its variables", async () => {
  const explanation = await explained({
    manifests: policy(`
  variables:
    - { name: size, expression: "size(object.data)" }
    - { name: unread, expression: "1 / 0" }
  validations:
    - { expression: "variables.size < 3 && object.metadata.name != 'x'" }`),
    object: map,
    asked: "small",
  });
  const [step] = stepsOf("small", explanation) as PolicyStep[];
  expect(step?.checks[0]).toMatchObject({ saw: { "object.metadata.name": "m" }, variables: { size: 1 } });
  expect(paragraphText(explanation, "small")).toContain("saw variables.size: 1");
});

test("the reads inside a macro are shown for all items", async () => {
  const expression = "object.spec.containers.all(c, c.resources.limits.memory <= '512Mi')";
  const explanation = await explained({
    manifests: policy(`\n  validations: [{ expression: "${expression}" }]`),
    object: pod,
    asked: "small",
  });
  const [step] = stepsOf("small", explanation) as PolicyStep[];
  expect(step?.checks[0]?.saw).toMatchObject({ "c.resources.limits.memory": ["64Mi", "1Gi"] });
});

test("a messageExpression that fails is told", async () => {
  const explanation = await explained({
    manifests: policy(`
  validations:
    - { expression: "object.metadata.name != 'm'", messageExpression: "object.metadata.labels.team + '!'" }`),
    object: map,
    asked: "small",
  });
  const [step] = stepsOf("small", explanation) as PolicyStep[];
  expect(step?.checks[0]?.messageProblem).toContain("no such key: labels");
  expect(paragraphText(explanation, "small")).toContain("its messageExpression failed: ");
});

test("the rights that an expression asked for are among the values", async () => {
  const check = "authorizer.group('').resource('pods').namespace('shop').check('deletecollection').allowed()";
  const explanation = await explained({
    manifests: `${policy(`\n  validations: [{ expression: "${check}" }, { expression: "true" }]`)}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: makers }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [create] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: makers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: makers }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: ann }]
`,
    object: map,
    flags: { as: "ann" },
    asked: "small",
  });
  const saw = { "the right to deletecollection pods in shop": false };
  const [step] = stepsOf("small", explanation) as PolicyStep[];
  expect(step?.checks.map((one) => one.saw)).toEqual([saw, {}]);
  expect(explanation.findings[0]).toMatchObject({ code: "denied", saw });
});

test("a failing variable is told at its own place, with the read that failed inside its macro", async () => {
  const { findings } = await explained({
    manifests: policy(`
  variables: [{ name: sizes, expression: "object.spec.containers.map(c, c.resources.requests.cpu)" }]
  validations: [{ expression: "size(variables.sizes) > 0" }]`),
    object: pod,
    asked: "small",
  });
  expect(findings[0]).toMatchObject({ code: "validation-error", at: "hooks.yaml:8" });
  expect(findings[0]?.message).toContain("no such key: cpu (ask first: has(c.resources.requests.cpu))");
});

test.each([
  ["object.spec.containers[0].resources.limits.memory <= 3", "quantity(…) reads a quantity"],
  ["object.metadata.name > 3", 'its operands are the text "p" and the number 3: a text and a number'],
])("operands that do not fit are told: %s", async (expression, told) => {
  const { findings } = await explained({
    manifests: policy(`\n  validations: [{ expression: "${expression}" }]`),
    object: pod,
    asked: "small",
  });
  expect(findings[0]?.message).toContain(told);
});
