import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { explained, stepsOf, webhookManifest } from "../explained.tool.ts";

const hook = (kind: "Mutating" | "Validating", name: string, resources: string, more = ""): string =>
  webhookManifest(name, { kind, resources, more });
const GOLD = "objectSelector: { matchLabels: { tier: gold } }";
const secret = (labels: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "key", namespace: "bank", labels },
});
const replaced = (path: string, value: string): JsonObject => ({
  allowed: true,
  patch: [{ op: "replace", path, value }],
});

const POLICY = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: plain }
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
  mutations:
    - patchType: JSONPatch
      jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/metadata/labels/tier"}]' }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: plain }
spec: { policyName: plain }
`;

test.each([
  ["webhook a.example.com of MutatingWebhookConfiguration/a", hook("Mutating", "a", "secrets"), "Validating"],
  ["webhook a.example.com of MutatingWebhookConfiguration/a", hook("Mutating", "a", "secrets"), "Mutating"],
  ["MutatingAdmissionPolicy plain", POLICY, "Validating"],
] as const)("a label that %s changes is not advised again", async (who, first, kind) => {
  const manifests = [first, hook(kind, "b", "secrets", GOLD)].join("---");
  const answers = { "a.example.com": replaced("/metadata/labels/tier", "lead") };
  const explanation = await explained({ manifests, object: secret({ tier: "gold" }), answers });
  const why = stepsOf("b.example.com", explanation)[0]?.why;
  expect(why?.message).toContain(`; the request was right, and ${who} changed that`);
  expect(why?.changes?.filter(({ of }) => of === "")).toEqual([]);
});

test("a label that is changed on the way is not said to be enough", async () => {
  const manifests = [hook("Mutating", "a", "secrets"), hook("Validating", "b", "secrets", GOLD)].join("---");
  const answers = { "a.example.com": replaced("/metadata/labels/tier", "lead") };
  const explanation = await explained({ manifests, object: secret({ tier: "iron" }), answers });
  const changes = stepsOf("b.example.com", explanation)[0]?.why?.changes ?? [];
  expect(changes.find(({ of }) => of === "")).toMatchObject({ value: "tier=gold", called: false });
});

test("a label is not said to be enough if a policy takes it away from objects that have it", async () => {
  const selecting = POLICY.replace(
    "matchConstraints:",
    "matchConstraints:\n    objectSelector: { matchLabels: { tier: gold } }",
  );
  const manifests = [selecting, hook("Validating", "b", "secrets", GOLD)].join("---");
  const explanation = await explained({ manifests, object: secret({ tier: "iron" }) });
  const changes = stepsOf("b.example.com", explanation)[0]?.why?.changes ?? [];
  expect(changes.find(({ of }) => of === "")).toMatchObject({ value: "tier=gold", called: false });
});

test("a label that no hook changes is advised", async () => {
  const explanation = await explained({
    manifests: hook("Validating", "b", "secrets", GOLD),
    object: secret({}),
  });
  const [change] = stepsOf("b.example.com", explanation)[0]?.why?.changes ?? [];
  expect(change).toMatchObject({ value: "tier=gold", called: true });
});

const template = (labels: JsonObject) => ({
  metadata: { labels },
  spec: { containers: [{ name: "till", image: "till:1" }], restartPolicy: "Never" },
});
const job = (labels: JsonObject): JsonObject => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "till", namespace: "bank", labels: { tier: "gold" } },
  spec: { template: template(labels) },
});
const cronJob: JsonObject = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "till", namespace: "bank" },
  spec: { schedule: "* * * * *", jobTemplate: { spec: { template: template({}) } } },
};

test.each([
  [job({}), "/spec/template", true],
  [job({ tier: "gold" }), "/spec/template", false],
  [cronJob, "/spec/jobTemplate/spec/template", true],
])("a webhook for pods is not advised to review what makes them", async (object, at, isLeftOut) => {
  const explanation = await explained({ manifests: hook("Mutating", "b", "pods", GOLD), object });
  const why = stepsOf("b.example.com", explanation)[0]?.why;
  const rules = [why, ...(why?.also ?? [])].find((cause) => cause?.code === "rules");
  expect(rules?.changes).toBeUndefined();
  expect(rules?.message).toContain(`the pods are made from ${at}, by requests of their own`);
  expect(rules?.message.includes(`${at}/metadata/labels`)).toBe(isLeftOut);
});
