import { expect, test } from "vitest";
import { namedDown, namedWebhooks } from "../../../src/lint/outage/missing-params.ts";
import { outageOf } from "../../../src/lint/outage/outage.ts";
import { outageText } from "../../../src/lint/outage/outage-text.ts";
import { modelOf } from "../lint-model.ts";

const HOOKS = `
apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {team: shop}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: hooks}
webhooks:
  - name: strict.example.com
    clientConfig: {url: "https://strict.example.com/"}
    rules:
      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, DELETE], resources: [pods, nodes]}
    namespaceSelector: {matchLabels: {team: shop}}
    timeoutSeconds: 7
    sideEffects: None
    admissionReviewVersions: [v1]
  - name: mild.example.com
    clientConfig: {url: "https://mild.example.com/"}
    rules:
      - {apiGroups: [apps], apiVersions: [v1], operations: [UPDATE], resources: [deployments, deployments/scale]}
    objectSelector: {matchLabels: {watched: "yes"}}
    failurePolicy: Ignore
    timeoutSeconds: 5
    matchConditions: [{name: large, expression: object.spec.replicas > 10}]
    sideEffects: None
    admissionReviewVersions: [v1]
`;

test("outageOf says what fails, where, and how long it takes", async () => {
  const model = await modelOf(HOOKS);
  const { rows, recovery } = await outageOf(model, namedWebhooks(model, ["strict.example.com"]));
  const strict = { by: ["hooks/strict.example.com"], outcome: "fails", seconds: 7, only: [] };
  expect(rows.filter(({ resource }) => resource === "nodes")).toEqual([
    { ...strict, operation: "CREATE", resource: "nodes", namespaces: [] },
    { ...strict, operation: "DELETE", resource: "nodes", namespaces: [] },
  ]);
  expect(rows.filter(({ resource }) => resource === "pods")).toEqual([
    { ...strict, operation: "CREATE", resource: "pods", namespaces: ["shop", "those with team=shop"] },
    { ...strict, operation: "DELETE", resource: "pods", namespaces: ["shop", "those with team=shop"] },
  ]);
  expect(recovery).toEqual([{ backend: "hooks/strict.example.com", answer: "unknown", blocked: [] }]);
});

test("outageOf says nothing of resources in a group that there is not", async () => {
  const model = await modelOf(HOOKS.replace('apiGroups: [""]', 'apiGroups: ["core"]'));
  expect((await outageOf(model, namedWebhooks(model, ["strict.example.com"]))).rows).toEqual([]);
});

test("outageOf says of what is only slower which objects it concerns", async () => {
  const model = await modelOf(HOOKS);
  const outage = await outageOf(model, namedWebhooks(model, ["hooks/mild.example.com"]));
  expect(outage.rows).toMatchObject([
    {
      operation: "UPDATE",
      resource: "deployments.apps",
      outcome: "slow",
      seconds: 5,
      only: ["objects with watched=yes", "where the matchConditions of mild.example.com hold (large)"],
    },
  ]);
  expect(outageText(outage)).toContain(
    "Without hooks/mild.example.com: nothing fails, 1 kind of request is slower",
  );
});

test("outageOf says of calls that hang when they use up the time of the request", async () => {
  const hook = (index: number): string => `
  - name: h${index}.example.com
    clientConfig: {url: "https://h.example.com/"}
    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
    failurePolicy: Ignore
    sideEffects: None
    admissionReviewVersions: [v1]`;
  const model = await modelOf(
    `apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {name: hooks}\nwebhooks:${[1, 2, 3, 4].map(hook).join("")}`,
  );
  const { rows } = await outageOf(model, namedWebhooks(model, ["hooks"]));
  expect(rows).toMatchObject([{ operation: "CREATE", outcome: "fails-slowly", seconds: 34 }]);
});

test("namedWebhooks names the one that was probably meant", async () => {
  const model = await modelOf(HOOKS);
  expect(() => namedWebhooks(model, ["strikt.example.com"])).toThrow("one is called strict.example.com");
});

const LIMITS = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: limits}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: In, values: [shop]}]}
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods, RESOURCE]}]
  validations: [{expression: "true"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: limits}
spec:
  policyName: limits
  paramRef: {name: limits, namespace: shop, parameterNotFoundAction: Deny}
  validationActions: [Deny]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: shop}
`;

test.each([
  ["secrets", "yes", "it can be created while it is missing"],
  ["configmaps", "no", "it cannot be created: limits refuses CREATE configmaps"],
])("outageOf says what fails without a parameter: a policy about %s", async (resource, answer, says) => {
  const model = await modelOf(LIMITS.replace("RESOURCE", resource));
  const { down, missing } = namedDown(model, ["ConfigMap/shop/limits"]);
  const outage = await outageOf(model, down, missing);
  const by = ["ValidatingAdmissionPolicy/limits"];
  const row = { operation: "CREATE", namespaces: ["shop"], outcome: "fails", by, seconds: 0, only: [] };
  expect(outage.rows).toEqual([
    { ...row, resource: resource === "secrets" ? "pods" : "configmaps" },
    { ...row, resource: resource === "secrets" ? "secrets" : "pods" },
  ]);
  expect(outage.recovery).toEqual([{ backend: "ConfigMap/shop/limits", answer, blocked: [], says }]);
  expect(outageText(outage)).toContain("CREATE");
});

test("a parameter that nobody insists on is not one", async () => {
  const model = await modelOf(LIMITS.replace("Deny}", "Allow}").replace("RESOURCE", "secrets"));
  expect(() => namedDown(model, ["ConfigMap/shop/limits"])).toThrow("required parameter of a policy");
});
