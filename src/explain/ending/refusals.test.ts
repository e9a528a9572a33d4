import { expect, onTestFinished, test } from "vitest";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { explained } from "../explained.tool.ts";
import type { Explanation } from "../explanation.ts";
import { createRecentRequests } from "../recent/recent-requests.ts";
import { adviceFor } from "./known-refusals.ts";
import { ownersIn } from "./ownership.ts";

test.each([
  ["metadata.annotations: Too long: may not be more than 262144 bytes", /--server-side/],
  ["spec.selector: Invalid value: {}: field is immutable", /delete the object and create it again/],
  ["metadata.resourceVersion: Invalid value: 0: must be specified for an update", /resourceVersion/],
  [
    'pods "a" is forbidden: exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1',
    /spec\.hard/,
  ],
  ['configmaps "a" already exists', /kubectl apply/],
  ['pods "a" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot', /securityContext/],
  [
    'Deployment.apps "a" is invalid: [spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`]',
    /names labels of the template/,
  ],
])("adviceFor() knows %s", (message, advice) => {
  expect(adviceFor(message)).toMatch(advice);
});

test.each([
  'Deployment.apps "a" is invalid: [spec.replicas: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`]',
  "spec.replicas: Required value",
  "the team is not allowed here",
  "",
])("adviceFor() says nothing about %j", (message) => {
  expect(adviceFor(message)).toBeUndefined();
});

test.each([
  ['Apply failed with 1 conflict: conflict with "one" using v1: .data.a', '"one" owns .data.a'],
  [
    'Apply failed with 3 conflicts: conflicts with "one":\n- .spec.a\n- .spec.b\nconflicts with "two" using apps/v1:\n- .spec.c',
    '"one" owns .spec.a, .spec.b; "two" owns .spec.c',
  ],
])("ownersIn() %s", (message, owners) => {
  expect(ownersIn(message)).toBe(owners);
});

/** Sends requests to a server, and explains the last one. */
async function lastOf(
  ...requests: [method: string, path: string, body: JsonObject, type?: string][]
): Promise<Explanation> {
  const recent = createRecentRequests(16);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  onTestFinished(() => api.stop());
  for (const [method, path, body, type = "application/json"] of requests)
    await api.ask(method, path, JSON.stringify(body), { "content-type": type, "audit-id": "x" });
  const explanation = recent.explain("x", api.cluster, { username: "admin", groups: ["system:masters"] });
  if (explanation === undefined) throw new Error("nothing is remembered");
  return explanation;
}

const APPLY = "application/apply-patch+yaml";
const map = (data: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "m" },
  data,
});
const MAP = "/api/v1/namespaces/default/configmaps/m";

test("a conflict of an apply names the owner, its fields, and what to do", async () => {
  const { findings, answer } = await lastOf(
    ["PATCH", `${MAP}?fieldManager=one`, map({ a: "1", b: "2" }), APPLY],
    ["PATCH", `${MAP}?fieldManager=two`, map({ a: "3" }), APPLY],
  );
  expect(answer.code).toBe(409);
  expect(findings[0]?.message).toMatch(
    /^another manager owns what the request applies: "one" owns \.data\.a: Apply failed/,
  );
  expect(findings[0]?.advice).toContain("--force-conflicts");
});

test("an update of an old version is no question of owners", async () => {
  const update = (a: string): JsonObject => ({
    ...map({ a }),
    metadata: { name: "m", resourceVersion: "1" },
  });
  const { findings, answer } = await lastOf(
    ["POST", "/api/v1/namespaces/default/configmaps", map({})],
    ["PUT", MAP, update("1")],
  );
  expect(answer.code).toBe(409);
  expect(findings[0]?.message).toMatch(/^the object is no longer at the resourceVersion/);
  expect(findings[0]?.advice).toContain("read it again");
});

test("what another manager wrote, and an apply left, is named when the result is invalid", async () => {
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const deployment = (strategy?: JsonObject): JsonObject => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "c" }] } },
      ...(strategy && { strategy }),
    },
  });
  const { findings } = await lastOf(
    ["PATCH", `${deployments}/d?fieldManager=chart`, deployment(), APPLY],
    [
      "PATCH",
      `${deployments}/d?fieldManager=tuner`,
      { spec: { strategy: { rollingUpdate: { maxSurge: 3 } } } },
      "application/merge-patch+json",
    ],
    ["PATCH", `${deployments}/d?fieldManager=chart&force=true`, deployment({ type: "Recreate" }), APPLY],
  );
  expect(findings[0]?.message).toMatch(
    /\("tuner" wrote \/spec\/strategy\/rollingUpdate\/maxSurge.*, which this request left as it was\)$/,
  );
});

const GUARDED = (kind: "webhook" | "policy"): string =>
  kind === "policy"
    ? `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: frozen }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [secrets] }] }
  validations: [{ expression: "false", message: frozen }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: frozen }
spec: { policyName: frozen, validationActions: [Deny] }
`
    : `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: frozen }
webhooks:
  - name: frozen.example.com
    clientConfig: { url: "https://127.0.0.1:9/" }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [secrets] }]
    sideEffects: None
    admissionReviewVersions: [v1]
`;
const secret = (finalizers: string[], deletionTimestamp?: string): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace: "bank", finalizers, ...(deletionTimestamp && { deletionTimestamp }) },
});

test.each([
  ["policy", ["a.example.com/x"], "2026-01-01T00:00:00Z", 1],
  ["webhook", ["a.example.com/x", "b.example.com/y"], "2026-01-01T00:00:00Z", 1],
  ["webhook", ["a.example.com/x"], undefined, 0],
] as const)("a %s refuses that finalizers go: %j, deleted %s", async (kind, finalizers, time, count) => {
  const { answer, findings } = await explained({
    manifests: GUARDED(kind),
    object: secret([]),
    old: secret([...finalizers], time),
    answers: { "frozen.example.com": { allowed: false } },
  });
  expect(answer.allowed).toBe(false);
  const found = findings.filter(({ code }) => code === "deletion");
  expect(found).toHaveLength(count);
  if (found[0] !== undefined) {
    for (const name of finalizers) expect(found[0].message).toContain(name);
    expect(found[0].advice).toContain("deletionTimestamp");
  }
});

test.each([
  [
    ["a.example.com/x", "b.example.com/y"],
    "the object stays until these finalizers are removed: a.example.com/x, b.example.com/y",
  ],
  [[], undefined],
])("a deletion waits for %j", async (finalizers, note) => {
  const { answer, notes } = await explained({
    manifests: GUARDED("webhook"),
    object: secret([]),
    old: secret(finalizers),
    flags: { operation: "DELETE" },
  });
  expect(answer.allowed).toBe(true);
  expect(notes.find((one) => one.includes("stays"))).toBe(note);
});
