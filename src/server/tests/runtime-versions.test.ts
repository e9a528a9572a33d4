import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { record, records } from "../../json/value.ts";
import { featuresOf } from "../../resources/features/features.ts";
import { servedVersions } from "../../resources/kinds/served-versions.ts";

const SETTINGS = [
  "api/beta=true",
  "admissionregistration.k8s.io/v1alpha1=true",
  "autoscaling/v1=false",
  "storage.k8s.io/v1/csinodes=false",
  "scheduling.k8s.io/v1=false",
];
const api = await clusterForTests({ serves: servedVersions(SETTINGS) });
const older = await clusterForTests({
  features: featuresOf(34, new Map([["MutatingAdmissionPolicy", true]])),
  serves: servedVersions(["admissionregistration.k8s.io/v1beta1=true"]),
});

const versionsOf = (body: unknown) => records(record(body).versions).map(({ version }) => version);

test("discovery has the versions that are on, in their order", async () => {
  const versions = async (group: string) => versionsOf((await api.ask("GET", `/apis/${group}`)).body);
  expect(await versions("resource.k8s.io")).toEqual(["v1", "v1beta2", "v1beta1"]);
  // Its beta version is not in Kubernetes 1.37 any more.
  expect(await versions("networking.k8s.io")).toEqual(["v1"]);
  expect(await versions("admissionregistration.k8s.io")).toEqual(["v1", "v1beta1", "v1alpha1"]);
  expect(await versions("autoscaling")).toEqual(["v2"]);
  expect((await api.ask("GET", "/apis/scheduling.k8s.io")).status).toBe(404);
  const { body } = await api.ask("GET", "/apis/storage.k8s.io/v1");
  expect(records(body.resources).map(({ name }) => name)).not.toContain("csinodes");
});

test("each version that is on has its APIService", async () => {
  const { body } = await api.ask("GET", "/apis/apiregistration.k8s.io/v1/apiservices");
  const names = records(body.items).map(({ metadata }) => record(metadata).name);
  expect(names).toContain("v1beta1.resource.k8s.io");
  expect(names).not.toContain("v1beta1.networking.k8s.io");
  expect(names).not.toContain("v1.autoscaling");
});

test("a claim of devices is the same in all versions", async () => {
  const claims = (version: string) => `/apis/resource.k8s.io/${version}/namespaces/default/resourceclaims`;
  const requests = [{ name: "r", deviceClassName: "c" }];
  const made = await api.ask("POST", claims("v1beta1"), {
    metadata: { name: "a" },
    spec: { devices: { requests } },
  } as JsonObject);
  expect(made.status).toBe(201);
  expect(made.headers.warning).toEqual([
    '299 - "resource.k8s.io/v1beta1 ResourceClaim is deprecated in v1.35+, unavailable in v1.38+"',
  ]);
  const filled = { deviceClassName: "c", allocationMode: "ExactCount", count: 1 };
  expect(made.body.spec).toEqual({ devices: { requests: [{ name: "r", ...filled }] } });
  const { body } = await api.ask("GET", `${claims("v1")}/a`);
  expect(body.spec).toEqual({ devices: { requests: [{ name: "r", exactly: filled }] } });
});

test("a slice of v1beta1 has its devices apart", async () => {
  const path = (version: string) => `/apis/resource.k8s.io/${version}/resourceslices`;
  const basic = { attributes: { a: { bool: true } } };
  const spec = {
    driver: "d.example.com",
    allNodes: true,
    pool: { name: "p", generation: 1, resourceSliceCount: 1 },
    devices: [{ name: "x", basic }],
  };
  const made = await api.ask("POST", path("v1beta1"), { metadata: { name: "s" }, spec } as JsonObject);
  expect([made.status, record(made.body.spec).devices]).toEqual([201, [{ name: "x", basic }]]);
  const { body } = await api.ask("GET", `${path("v1")}/s`);
  expect(record(body.spec)).toMatchObject({ allNodes: true, devices: [{ name: "x", ...basic }] });
});

test("a mutating policy of v1beta1 is in effect, also in a version of Kubernetes that has no other", async () => {
  const root = "/apis/admissionregistration.k8s.io";
  for (const [cluster, version] of [
    [api, "v1alpha1"],
    [older, "v1beta1"],
  ] as const) {
    await cluster.ask("POST", `${root}/${version}/mutatingadmissionpolicies`, {
      metadata: { name: "p" },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
          ],
        },
        mutations: [
          {
            patchType: "JSONPatch",
            jsonPatch: { expression: '[JSONPatch{op: "add", path: "/data", value: {"a": "b"}}]' },
          },
        ],
        reinvocationPolicy: "Never",
      },
    });
    await cluster.ask("POST", `${root}/${version}/mutatingadmissionpolicybindings`, {
      metadata: { name: "p" },
      spec: { policyName: "p" },
    });
    const made = await cluster.ask("POST", "/api/v1/namespaces/default/configmaps", {
      metadata: { name: "m" },
    });
    expect(made.body.data).toEqual({ a: "b" });
  }
  expect((await older.ask("GET", `${root}/v1/mutatingadmissionpolicies`)).status).toBe(404);
  expect((await api.ask("GET", `${root}/v1/mutatingadmissionpolicies/p`)).body.apiVersion).toBe(
    "admissionregistration.k8s.io/v1",
  );
});
