import { expect, test } from "vitest";
import { createCluster } from "../../testing/create-cluster.ts";
import type { Remembered } from "../remembered.ts";
import { requestDetail } from "./request-detail.ts";

const policy = (kind: "Mutating" | "Validating", spec: object) => [
  {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${kind}AdmissionPolicy`,
    metadata: { name: "keys" },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["secrets"] },
        ],
      },
      ...spec,
    },
  },
  {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${kind}AdmissionPolicyBinding`,
    metadata: { name: "keys" },
    spec: { policyName: "keys", ...(kind === "Validating" && { validationActions: ["Deny"] }) },
  },
];
const FAILING = "object.metadata.labels.tier == 'gold'";
const MUTATION = `[JSONPatch{op: "remove", path: "/data/" + object.metadata.labels.tier}]`;

test.each([
  [
    policy("Validating", {
      matchConditions: [{ name: "a", expression: FAILING }],
      validations: [{ expression: "true" }],
    }),
    { called: false, problem: expect.stringContaining("no such key: labels") },
  ],
  [
    policy("Mutating", {
      failurePolicy: "Ignore",
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: MUTATION } }],
    }),
    { called: true, actions: [] },
  ],
])("a policy is shown as the server treated it", async (manifests, shown) => {
  const cluster = await createCluster({ manifests });
  const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "a", namespace: "default" } };
  const { verdicts, status } = await cluster.create(object);
  await cluster.close();
  const context = { user: {}, verdicts, timeoutMs: 0, request: { startedAt: 0, headers: {} } };
  const remembered = { context, status, milliseconds: 1 } as unknown as Remembered;
  const [evaluation] = requestDetail(remembered, () => undefined).evaluations;
  expect(evaluation?.policies).toEqual([expect.objectContaining(shown)]);
});
