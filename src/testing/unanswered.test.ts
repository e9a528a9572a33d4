import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { assertAllowed, assertCalled, assertNotCalled } from "./assertions.ts";
import { createCluster } from "./create-cluster.ts";
import { type Fault, faults } from "./faults.ts";
import { matchers } from "./matchers.ts";
import type { Result } from "./result.ts";
import { runSuite } from "./suite/run-suite.ts";
import type { TestCluster } from "./test-cluster.ts";

const GUARD = "guard.example.com";
const configuration = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "guard" },
  webhooks: [
    {
      name: GUARD,
      clientConfig: { url: "https://127.0.0.1:9/" },
      failurePolicy: "Ignore",
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["secrets"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
};
const secret = (name: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace: "default" },
});

describe("a webhook whose call fails under Ignore", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await createCluster({ manifests: [configuration], webhooks: { [GUARD]: () => undefined } });
  });
  afterAll(() => cluster.close());

  const broken = async (fault: Fault, name: string): Promise<Result> => {
    cluster.fault(GUARD, fault, { times: 1 });
    return cluster.create(secret(name));
  };

  test.each([
    ["a", faults.refused(), "connection refused"],
    ["b", faults.hang(), "context deadline exceeded"],
    ["c", faults.garbage(), "AdmissionReview"],
  ])("does not count as called: %s", async (name, fault, reason) => {
    const result = await broken(fault, name);
    assertAllowed(result);
    expect(result.webhooksCalled).toEqual([]);
    expect(result.webhooksFailed[GUARD]).toBeDefined();
    expect(() => assertCalled(result, GUARD)).toThrow(`${GUARD} was called, but gave no usable answer`);
    if (reason !== "AdmissionReview") expect(() => assertCalled(result, GUARD)).toThrow(reason);
  });

  test("does not count as left alone either", async () => {
    const result = await broken(faults.refused(), "d");
    expect(() => assertNotCalled(result, GUARD)).toThrow(`${GUARD} was called, but gave no usable answer`);
    expect(matchers.toHaveCalledWebhook.call({ isNot: true }, result, GUARD).pass).toBe(true);
    expect(matchers.toHaveCalledWebhook.call({ isNot: false }, result, GUARD).pass).toBe(false);
  });

  test("counts as called once it answers", async () => {
    const result = await cluster.create(secret("e"));
    assertCalled(result, GUARD);
    expect(result.webhooksFailed).toEqual({});
  });
});

describe("a suite", () => {
  const folder = folderForTests();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  const POLICY = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "keys" },
    spec: {
      failurePolicy: "Ignore",
      matchConstraints: { resourceRules: configuration.webhooks[0]?.rules },
      matchConditions: [{ name: "tier", expression: "object.metadata.labels.tier == 'gold'" }],
      validations: [{ expression: "false" }],
    },
  };
  const BINDING = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "keys" },
    spec: { policyName: "keys", validationActions: ["Deny"] },
  };
  const suite = async (called: string) => {
    write(
      "suite.yaml",
      `apiVersion: test.sallyport/v1
kind: Suite
name: secrets
given:
  manifests: [all.yaml]
  webhooks: { ${GUARD}: network }
cases:
  - name: a secret
    when: { create: { apiVersion: v1, kind: Secret, metadata: { name: a } } }
    expect: { allowed: true, called: [${called}] }
`,
    );
    write("all.yaml", [configuration, POLICY, BINDING].map((one) => JSON.stringify(one)).join("\n---\n"));
    return runSuite(join(folder, "suite.yaml"));
  };

  test("fails if a webhook that has to be called did not answer, and counts no rule as used", async () => {
    const { cases, coverage } = await suite(GUARD);
    expect(cases[0]?.problems).toEqual([expect.stringContaining("was called, but gave no usable answer")]);
    expect(coverage.filter(({ reached }) => reached)).toEqual([]);
  });

  test("fails if a policy that has to be asked was passed over", async () => {
    const { cases } = await suite("keys");
    expect(cases[0]?.problems).toEqual(["keys was not called"]);
  });
});
