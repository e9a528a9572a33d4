import { expect, it } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const AUTOSCALERS = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const METRICS = "autoscaling.alpha.kubernetes.io/metrics";

const api = await clusterForTests();

// Quoted text of kube-apiserver 1.36.3: the stored version has no annotation of the first name.
it("quotes annotations that the conversion to the version of the URL adds in their order", async () => {
  const metrics = '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1"}}]';
  const created = await api.ask("POST", AUTOSCALERS, {
    metadata: { name: "a", annotations: { x: "y", [METRICS]: metrics }, finalizers: ["a/b"] },
    spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } },
  });
  expect(created.status).toBe(201);
  const merge = { "content-type": "application/merge-patch+json" };
  const { status, body } = await api.ask("PATCH", `${AUTOSCALERS}/a`, { spec: 1 }, merge);
  expect(status).toBe(422);
  const names = /\\"annotations\\":.*metrics\\".*\\"x\\":\\"y\\"\},\\"finalizers\\":/;
  expect(String(body.message)).toMatch(names);
});

it("applies nothing through another version than the one before", async () => {
  const path = "namespaces/default/horizontalpodautoscalers/nothing?fieldManager=m";
  const yaml = { "content-type": "application/apply-patch+yaml" };
  const [v1, v2] = ["autoscaling/v1", "autoscaling/v2"];
  const spec = { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } };
  const object = { kind: "HorizontalPodAutoscaler", metadata: { name: "nothing", labels: {} }, spec };
  await api.ask("PATCH", `/apis/${v1}/${path}`, { apiVersion: v1, ...object }, yaml);
  const nothing = { apiVersion: v2, kind: "HorizontalPodAutoscaler" };
  const { status, body } = await api.ask("PATCH", `/apis/${v2}/${path}`, nothing, yaml);
  expect(status).toBe(200);
  expect(body.metadata).not.toHaveProperty("managedFields");
  expect(body.spec).toMatchObject(spec);
});

it("keeps who owns a status when the version of the URL says it in other words", async () => {
  const v2 = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/b";
  const merge = { "content-type": "application/merge-patch+json" };
  await api.ask("POST", AUTOSCALERS, {
    metadata: { name: "b" },
    spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } },
  });
  const current = { name: "memory", current: { averageUtilization: 4 } };
  const currentMetrics = [{ type: "Resource", resource: current }];
  await api.ask("PATCH", `${v2}/status?fieldManager=m`, { status: { currentMetrics } }, merge);
  const change = { status: { currentReplicas: 7 } };
  const { body } = await api.ask("PATCH", `${AUTOSCALERS}/b/status?fieldManager=n`, change, merge);
  const { managedFields = [] } = body.metadata as { managedFields?: Record<string, unknown>[] };
  const fields = managedFields.find(({ manager }) => manager === "m")?.fieldsV1;
  expect(JSON.stringify(fields)).toContain("f:currentMetrics");
});

it("names unknown fields in their order in the text, whatever version a patch names", async () => {
  const events = "/apis/events.k8s.io/v1/namespaces/default/events";
  const regarding = { kind: "Pod", name: "p", namespace: "default" };
  const reporter = { reportingController: "a/b", reportingInstance: "i", action: "a", reason: "r" };
  const eventTime = "2001-02-03T04:05:06.000000Z";
  await api.ask("POST", events, {
    metadata: { name: "e" },
    eventTime,
    regarding,
    type: "Normal",
    ...reporter,
  });
  const merge = { "content-type": "application/merge-patch+json" };
  const { body } = await api.ask("PATCH", `${events}/e?fieldValidation=Strict`, { apiVersion: "v1" }, merge);
  expect(body.message).toMatch(
    /unknown field "deprecatedFirstTimestamp", .*unknown field "regarding", unknown field "reportingController"$/,
  );
  const odd = await api.ask("PATCH", `${events}/e`, { apiVersion: null, kind: "Odd" }, merge);
  expect(odd.body.message).toContain(
    'is registered for the internal version of group \\"\\"'.replaceAll("\\", ""),
  );
});

it("refuses a JSON patch that makes a list of the object", async () => {
  const json = { "content-type": "application/json-patch+json" };
  const patch = [{ op: "replace", path: "", value: [{ a: null }] }];
  const { status, body } = await api.ask("PATCH", "/api/v1/namespaces/default", JSON.stringify(patch), json);
  expect(status).toBe(422);
  expect(body.message).toMatch(/^ "" is invalid: patch: Invalid value: "\[\{\\"a\\":null\}\]": couldn't get/);
});
