import { afterAll, expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../../json/value.ts";
import { startControllers } from "../../start-controllers.ts";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const api = await clusterForTests();
const host = { ...api.cluster, caBundle: "", eventTtlMs: 3_600_000 };
const controllers = await startControllers(host, ["none"], () => {});
afterAll(() => controllers.stop());

const SCOPE = { scope: "Cluster" };

const service = (name: string): Promise<{ status: number; body: JsonObject }> =>
  api.ask("GET", `${SERVICES}/${name}`);
const arrives = (name: string, status: number) =>
  expect.poll(async () => (await service(name)).status).toBe(status);

test("served versions of custom resources have APIServices, for as long as one definition serves them", async () => {
  await define(api, "Boat", [{}, {}, { served: false }], SCOPE);
  await define(api, "Car", [{}], SCOPE);
  await arrives("v1.example.com", 200);
  await arrives("v2.example.com", 200);
  expect((await service("v1.example.com")).body).toMatchObject({
    metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
    spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 100 },
    status: { conditions: [{ type: "Available", status: "True", reason: "Local" }] },
  });
  expect((await service("v3.example.com")).status).toBe(404);
  await api.ask("DELETE", `${CRDS}/boats.example.com`);
  await arrives("v2.example.com", 404);
  expect((await service("v1.example.com")).status).toBe(200);
  await api.ask("DELETE", `${CRDS}/cars.example.com`);
  await arrives("v1.example.com", 404);
});

test("what is changed or deleted is put right; what a user made is left alone", async () => {
  const spec = { group: "example.com", version: "v2", groupPriorityMinimum: 7, versionPriority: 7 };
  await api.ask("POST", SERVICES, { metadata: { name: "v2.example.com" }, spec });
  await define(api, "Boat", [{}, {}], SCOPE);
  await arrives("v1.example.com", 200);
  const { uid } = (await service("v1.example.com")).body.metadata as JsonObject;
  await api.ask("DELETE", `${SERVICES}/v1.example.com`);
  const again = async () => ((await service("v1.example.com")).body.metadata as JsonObject).uid ?? uid;
  await expect.poll(again).not.toBe(uid);
  const merge = { "content-type": "application/merge-patch+json" };
  await api.ask("PATCH", `${SERVICES}/v1.example.com`, { spec: { versionPriority: 5 } }, merge);
  const priority = async () => ((await service("v1.example.com")).body.spec as JsonObject).versionPriority;
  await expect.poll(priority).toBe(100);
  expect((await service("v2.example.com")).body.spec).toEqual(spec);
});
