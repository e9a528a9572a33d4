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
