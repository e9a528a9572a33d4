import { expect, test } from "vitest";
import { explained } from "../explained.tool.ts";

const policy = (expression: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: own }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [configmaps] }] }
  variables: [{ name: isAdmin, expression: "request.userInfo.username == 'admin'" }]
  validations: [{ expression: "${expression}" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: own }
spec: { policyName: own, validationActions: [Deny] }
`;
const map = (labels: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "app", namespace: "shop", labels: { release: "1", ...labels } },
});

test.each<[string, boolean]>([
  ["has(object.data)", true],
  ["request.operation != 'UPDATE' || has(object.data)", true],
  ["oldObject != null && has(oldObject.data) || has(object.data)", true],
  ["has(object.data) && request.userInfo.username == 'admin'", true],
  // Rules about a change, and rules that hold for another user.
  ["object.metadata.labels.release != oldObject.metadata.labels.release", false],
  ["oldObject == null || object.metadata.labels.release != oldObject.metadata.labels.release", false],
  ["has(object.data) || request.userInfo.username == 'admin'", false],
  ["has(object.data) || has(request.userInfo.extra)", false],
  ["has(object.data) || variables.isAdmin", false],
])("the stored object violates %s: %s", async (expression, isViolated) => {
  const { findings } = await explained({
    manifests: policy(expression),
    old: map({ a: "b" }),
    object: map({ a: "c" }),
    flags: { as: "dora" },
  });
  expect(JSON.stringify(findings).includes("the stored object violates it already")).toBe(isViolated);
});
