import { expect, test } from "vitest";
import { definitionOf } from "../../../../test/tools/custom-definition.tool.ts";
import { startInMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const OBJECTS = "/apis/example.com/v1/things";

const resourceRules = [
  {
    apiGroups: ["apiextensions.k8s.io"],
    apiVersions: ["v1"],
    operations: ["UPDATE"],
    resources: ["customresourcedefinitions/status"],
  },
];
const definition = definitionOf("Thing", [{}], { scope: "Cluster" });

test("a definition is established as soon as admission lets its status pass", async () => {
  const api = await startInMemoryCluster();
  const metadata = { name: "no" };
  await api.ask("POST", `${REGISTRATION}/validatingadmissionpolicies`, {
    metadata,
    spec: { matchConstraints: { resourceRules }, validations: [{ expression: "false" }] },
  });
  await api.ask("POST", `${REGISTRATION}/validatingadmissionpolicybindings`, {
    metadata,
    spec: { policyName: "no", validationActions: ["Deny"] },
  });
  expect((await api.ask("POST", DEFINITIONS, definition)).status).toBe(201);
  expect((await api.ask("GET", OBJECTS)).status).toBe(404);
  await api.ask("DELETE", `${REGISTRATION}/validatingadmissionpolicybindings/no`);
  await expect.poll(async () => (await api.ask("GET", OBJECTS)).status, { timeout: 5000 }).toBe(200);
  await api.stop();
});
