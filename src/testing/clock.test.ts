import { afterAll, expect, test } from "vitest";
import { createCluster } from "./create-cluster.ts";
import { faults } from "./faults.ts";

const hook = (name: string, more: object = {}) => ({
  name,
  clientConfig: { service: { namespace: "default", name: "hooks" } },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
  failurePolicy: "Ignore",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  ...more,
});
const configuration = (kind: string, webhooks: object[]) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: "hooks" },
  webhooks,
});
const MUTATING = ["m1", "m2", "m3", "m4"].map((name) => `${name}.example.com`);
const VALIDATING = ["v1", "v2"].map((name) => `${name}.example.com`);

const cluster = await createCluster({
  manifests: [
    configuration(
      "Mutating",
      MUTATING.map((name) => hook(name)),
    ),
    configuration(
      "Validating",
      VALIDATING.map((name, index) => hook(name, { timeoutSeconds: 5 + index })),
    ),
  ] as never,
  webhooks: Object.fromEntries([...MUTATING, ...VALIDATING].map((name) => [name, () => undefined])),
});
afterAll(() => cluster.close());

async function took(broken: readonly string[]) {
  const mend = broken.map((name) => cluster.fault(name, faults.hang()));
  const before = cluster.clock.now();
  const result = await cluster.create({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { generateName: "a-" },
  });
  for (const end of mend) end();
  return { seconds: (cluster.clock.now() - before) / 1000, message: result.message };
}

test("clock: mutating webhooks take their time one after the other, validating ones side by side", async () => {
  expect((await took(MUTATING.slice(0, 2))).seconds).toBeCloseTo(20);
  expect((await took(VALIDATING)).seconds).toBeCloseTo(6);
});

test("clock: what a request takes altogether ends it, as on a server", async () => {
  const { seconds, message } = await took(MUTATING);
  expect(seconds).toBe(34);
  expect(message).toBe("Timeout: request did not complete within requested timeout");
});
