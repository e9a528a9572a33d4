import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const MERGE = { "content-type": "application/merge-patch+json" };
const NAMESPACE = "/api/v1/namespaces/default";
const autoscalers = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const BEHAVIOR = "autoscaling.alpha.kubernetes.io/behavior";

const api = await clusterForTests();

// Every answer here is from kube-apiserver 1.36.3.
test("a behavior in an annotation of v1 is completed when it is read, and written when it comes back complete", async () => {
  const policies = '[{"Type":"Pods","Value":1,"PeriodSeconds":5}]';
  const annotations = { [BEHAVIOR]: `{"ScaleUp":{"Policies":${policies}}}` };
  const spec = { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" } };
  const created = await api.ask("POST", autoscalers("v1"), { metadata: { name: "h", annotations }, spec });
  const completed = `{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":${policies},"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":null}}`;
  const metadata = created.body.metadata as { annotations: JsonObject; resourceVersion: string };
  expect(metadata.annotations[BEHAVIOR]).toBe(completed);
  const { body } = await api.ask("GET", `${autoscalers("v2")}/h`);
  expect((body.spec as { behavior: JsonObject }).behavior).toEqual({
    scaleUp: {
      stabilizationWindowSeconds: 0,
      selectPolicy: "Max",
      policies: [{ type: "Pods", value: 1, periodSeconds: 5 }],
    },
    scaleDown: { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
  });
  const patched = await api.ask("PATCH", `${autoscalers("v1")}/h`, {}, MERGE);
  expect((patched.body.metadata as JsonObject).resourceVersion).not.toBe(metadata.resourceVersion);
});

test("the internal traffic policy of an ExternalName is validated before it is left out", async () => {
  const spec = { type: "ExternalName", externalName: "a.example.com" };
  await api.ask("POST", `${NAMESPACE}/services`, { metadata: { name: "s" }, spec });
  const patch = { spec: { internalTrafficPolicy: "Y" } };
  const { status, body } = await api.ask("PATCH", `${NAMESPACE}/services/s`, patch, MERGE);
  expect([status, body.message]).toEqual([
    422,
    'Service "s" is invalid: spec.internalTrafficPolicy: Unsupported value: "Y": supported values: "Cluster", "Local"',
  ]);
  const right = { spec: { internalTrafficPolicy: "Local" } };
  const answer = await api.ask("PATCH", `${NAMESPACE}/services/s`, right, MERGE);
  expect(answer.body.spec).not.toHaveProperty("internalTrafficPolicy");
});

test("an address that an ExternalName keeps is shown with its list", async () => {
  await api.ask("POST", `${NAMESPACE}/services`, {
    metadata: { name: "kept" },
    spec: { ports: [{ port: 80 }] },
  });
  const patch = {
    spec: { type: "ExternalName", externalName: "a.example.com", clusterIP: "10.0.0.9", clusterIPs: null },
  };
  const { status, body } = await api.ask("PATCH", `${NAMESPACE}/services/kept`, patch, MERGE);
  expect(status).toBe(200);
  expect(body.spec).toMatchObject({ clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9"] });
  const read = await api.ask("GET", `${NAMESPACE}/services/kept`);
  expect(read.body.spec).toMatchObject({ clusterIPs: ["10.0.0.9"] });
});

test("what is gone is shown as it was read, what waits for finalizers as it was written", async () => {
  const metadata = { name: "gone", finalizers: ["example.com/f"] };
  await api.ask("POST", `${NAMESPACE}/services`, { metadata, spec: { ports: [{ port: 80 }] } });
  const renamed = { spec: { type: "ExternalName", externalName: "a.example.com" } };
  await api.ask("PATCH", `${NAMESPACE}/services/gone`, renamed, MERGE);
  const waiting = await api.ask("DELETE", `${NAMESPACE}/services/gone`);
  expect(waiting.body.spec).toHaveProperty("internalTrafficPolicy", "Cluster");
  await api.ask("PATCH", `${NAMESPACE}/services/gone`, { metadata: { finalizers: null } }, MERGE);
  await api.ask("POST", `${NAMESPACE}/services`, {
    metadata: { name: "gone" },
    spec: { ports: [{ port: 80 }] },
  });
  await api.ask("PATCH", `${NAMESPACE}/services/gone`, renamed, MERGE);
  const gone = await api.ask("DELETE", `${NAMESPACE}/services/gone`);
  expect(gone.body.spec).not.toHaveProperty("internalTrafficPolicy");
});
