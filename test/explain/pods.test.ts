import { describe, expect, test } from "vitest";
import { explainOffline } from "../../src/explain/offline/explain-offline.ts";
import { parseManifests } from "../../src/explain/offline/manifests.ts";
import { requestSpec } from "../../src/explain/offline/request-spec.ts";
import { explanationText } from "../../src/explain/text/explanation-text.ts";
import { requestsTable } from "../../src/explain/text/requests-table.ts";
import type { JsonObject } from "../../src/json/value.ts";

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: owners}
spec:
  matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]}
  validations: [{expression: "'owner' in object.metadata.?annotations.orValue({})", message: no owner}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: owners}
spec: {policyName: owners, validationActions: [Deny]}
`;
const template = (annotations?: JsonObject): JsonObject => ({
  metadata: { labels: { app: "web" }, ...(annotations && { annotations }) },
  spec: { restartPolicy: "Always", containers: [{ name: "web", image: "web:1" }] },
});
const once = { ...template(), spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a:1" }] } };
const selector = { matchLabels: { app: "web" } };
const SPEC = { selector, template: template() };
const workload = (kind: string, spec: JsonObject, apiVersion = "apps/v1"): JsonObject => ({
  ...{ apiVersion, kind, metadata: { name: "web", namespace: "demo" }, spec },
});

async function explained(object: JsonObject, text = POLICY, old: JsonObject | null = null) {
  const manifests = await parseManifests(text, "hooks.yaml");
  return explainOffline({ manifests, request: requestSpec(object, old, {}) });
}

describe("pods of a workload", () => {
  test.each([
    [workload("Deployment", { selector, template: template() }), "replicaset-controller"],
    [
      workload("StatefulSet", { selector, template: template(), serviceName: "web" }),
      "statefulset-controller",
    ],
    [workload("DaemonSet", { selector, template: template() }), "daemon-set-controller"],
    [workload("Job", { template: once }, "batch/v1"), "job-controller"],
    [
      workload("CronJob", { schedule: "* * * * *", jobTemplate: { spec: { template: once } } }, "batch/v1"),
      "job-controller",
    ],
  ])("are refused by the request of their controller (%#: $kind)", async (object, controller) => {
    const explanation = await explained(object);
    expect(explanation.answer.allowed).toBe(true);
    expect(explanation.pods).toMatchObject({
      user: `system:serviceaccount:kube-system:${controller}`,
      allowed: false,
      message: expect.stringContaining("denied request: no owner"),
    });
    const [first = ""] = explanationText(explanation).split("\n");
    expect(first).toBe("Allowed (201), but its pods are refused");
    expect(requestsTable([{ place: "web.yaml:1", explanation }])).toContain('its pods are refused: pods "');
  });

  test("are allowed with what the template has", async () => {
    const { pods } = await explained(
      workload("Deployment", { selector, template: template({ owner: "a" }) }),
    );
    expect(pods).toMatchObject({ allowed: true, findings: [] });
    expect(pods?.steps).toContainEqual(expect.objectContaining({ name: "owners", called: true }));
  });

  test("are refused by the standard of their namespace", async () => {
    const text =
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: demo, labels: {pod-security.kubernetes.io/enforce: restricted}}\n";
    const { pods } = await explained(workload("Deployment", { selector, template: template() }), text);
    expect(pods?.message).toContain('violates PodSecurity "restricted:latest"');
  });

  test("do not exist without replicas, for a refused workload, and for other objects", async () => {
    const spec = { selector, template: template() };
    const none = [
      workload("Deployment", { ...spec, replicas: 0 }),
      workload("Deployment", { template: template() }),
      workload("ConfigMap", {}, "v1"),
    ];
    for (const object of none) expect((await explained(object)).pods).toBeUndefined();
  });

  test.each([
    ["labels of the workload", { ...SPEC, replicas: 2 }, undefined],
    ["fewer replicas", { ...SPEC, replicas: 1 }, undefined],
    ["more replicas", { ...SPEC, replicas: 3 }, false],
    ["another template", { ...SPEC, replicas: 2, template: template({ stage: "b" }) }, false],
    ["a pause", { ...SPEC, replicas: 3, paused: true }, undefined],
  ])("are created by an update only if it needs new ones: %s", async (_, spec, allowed) => {
    const old = workload("Deployment", { ...SPEC, replicas: 2 });
    const metadata = { name: "web", namespace: "demo", labels: { a: "b" } };
    const { answer, pods } = await explained({ ...workload("Deployment", spec), metadata }, POLICY, old);
    expect([answer.allowed, pods?.allowed]).toEqual([true, allowed]);
  });
});

const full = (used: number): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: team, namespace: demo}
spec: {hard: {pods: "2"}}
status: {hard: {pods: "2"}, used: {pods: "${used}"}}
`;

test.each([
  [1, 2, true],
  ["0%", 2, false],
  // Without one of its pods, the quota is still full.
  [1, 3, false],
])("a rolling update with maxSurge %s beside %s pods", async (maxSurge, used, isTold) => {
  const strategy = { rollingUpdate: { maxSurge, maxUnavailable: 1 } };
  const old = workload("Deployment", { ...SPEC, strategy, replicas: 2 });
  const now = workload("Deployment", { ...SPEC, strategy, replicas: 2, template: template({ owner: "a" }) });
  const { pods } = await explained(now, full(used), old);
  expect(pods?.allowed).toBe(false);
  expect(pods?.findings[0]?.advice?.includes("maxSurge")).toBe(isTold);
});
