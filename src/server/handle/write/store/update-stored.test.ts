import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import { type JsonObject, membersOf } from "../../../../json/value.ts";

const api = await clusterForTests();

test("the answer to the write that ends an object has its members in Go's order", async () => {
  const maps = "/api/v1/namespaces/default/configmaps";
  await api.ask("POST", maps, { metadata: { name: "a", finalizers: ["example.com/x"] } });
  await api.ask("DELETE", `${maps}/a`);
  const { status, body } = await api.ask("PUT", `${maps}/a`, { metadata: { name: "a" } });
  expect([status, Object.keys(body).slice(0, 2)]).toEqual([200, ["kind", "apiVersion"]]);
});

test("a Job without the labels that reading gives it is written again, and has them", async () => {
  const jobs = "/apis/batch/v1/namespaces/default/jobs";
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] } };
  const made = await metaOf("POST", jobs, { metadata: { name: "a" }, spec: { template } });
  const status = { metadata: { name: "a" } };
  const tried = await metaOf("PUT", `${jobs}/a/status?dryRun=All`, status);
  const written = await metaOf("PUT", `${jobs}/a/status`, status);
  const again = await metaOf("PUT", `${jobs}/a/status`, status);
  expect([tried.labels, written.labels]).toEqual([made.labels, made.labels]);
  expect(tried.resourceVersion).toBe(made.resourceVersion);
  expect(new Set([made, written, again].map((meta) => meta.resourceVersion)).size).toBe(3);
});

async function metaOf(method: string, path: string, sent: JsonObject): Promise<JsonObject> {
  const { body } = await api.ask(method, path, sent);
  return membersOf<JsonObject>(body.metadata);
}

// The answers are from kube-apiserver 1.36.3.
test("the first write to a dying object that no finalizer keeps removes it, and shows what was sent", async () => {
  const limits = "/api/v1/namespaces/default/limitranges/dying";
  const dying = {
    apiVersion: "v1",
    kind: "LimitRange",
    metadata: { name: "dying", finalizers: ["example.com/f"] },
  };
  await api.ask("POST", "/api/v1/namespaces/default/limitranges", dying);
  await api.ask("DELETE", limits);
  const patch = JSON.stringify({ metadata: { finalizers: null }, spec: { limits: [] } });
  const { body } = await api.ask("PATCH", limits, patch, { "content-type": "application/merge-patch+json" });
  expect(body.spec).toEqual({ limits: [] });
  expect((await api.ask("GET", limits)).status).toBe(404);
});

test("a version that is missing is told before a namespace that admission has changed", async () => {
  const registration = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies";
  await api.ask("POST", registration, {
    metadata: { name: "moves" },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ["policy"], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["*/*"] },
        ],
      },
      reinvocationPolicy: "Never",
      mutations: [
        {
          patchType: "JSONPatch",
          jsonPatch: {
            expression: '[JSONPatch{op: "replace", path: "/metadata/namespace", value: "other"}]',
          },
        },
      ],
    },
  });
  await api.ask("POST", `${registration.replace("policies", "policybindings")}`, {
    metadata: { name: "moves" },
    spec: { policyName: "moves" },
  });
  const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  const { body: made } = await api.ask("POST", budgets, { metadata: { name: "a" } });
  const { resourceVersion } = membersOf<{ resourceVersion: string }>(made.metadata);
  const put = async (metadata: JsonObject) =>
    (await api.ask("PUT", `${budgets}/a/status`, { metadata: { name: "a", ...metadata } })).body.message;
  expect(await put({})).toMatch(
    /metadata.resourceVersion: Invalid value: 0: must be specified for an update$/,
  );
  expect(await put({ resourceVersion: resourceVersion ?? "" })).toBe(
    "the namespace of the provided object does not match the namespace sent on the request",
  );
});

test("an apply that creates gets no generated name for the one that admission took away", async () => {
  const registration = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies";
  const resourceRules = [
    { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["limitranges"] },
  ];
  const expression =
    '[JSONPatch{op: "add", path: "/metadata/generateName", value: "x-"}, JSONPatch{op: "remove", path: "/metadata/name"}]';
  await api.ask("POST", registration, {
    metadata: { name: "unnames" },
    spec: {
      matchConstraints: { resourceRules },
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }],
    },
  });
  await api.ask("POST", `${registration.replace("policies", "policybindings")}`, {
    metadata: { name: "unnames" },
    spec: { policyName: "unnames" },
  });
  const path = "/api/v1/namespaces/default/limitranges/unnamed?fieldManager=m";
  const sent = JSON.stringify({ apiVersion: "v1", kind: "LimitRange", metadata: { name: "unnamed" } });
  const { status, body } = await api.ask("PATCH", path, sent, {
    "content-type": "application/apply-patch+yaml",
  });
  expect([status, body.message]).toEqual([500, "Internal error occurred: metadata.name was not generated"]);
});
