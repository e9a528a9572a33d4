import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const POLICIES = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const APPLY = { "content-type": "application/apply-patch+yaml" };
const MERGE = { "content-type": "application/merge-patch+json" };

const api = await clusterForTests();

const policy = (name: string, spec: JsonObject): JsonObject => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name },
  spec: { podSelector: {}, ...spec },
});

async function generation(method: string, path: string, body: JsonObject, headers = {}): Promise<unknown> {
  const answer = await api.ask(method, path, body, headers);
  expect(answer.status).toBeLessThan(300);
  return (answer.body.metadata as JsonObject).generation;
}

// Every number here is from kube-apiserver 1.36.3, which compares with reflect.DeepEqual.
test.each([
  ["an empty list", { ingress: [] }, [1, 2, 3, 3, 4]],
  ["an empty list in a rule", { ingress: [{ from: [] }] }, [1, 2, 3, 3, 4]],
  ["an empty map", { podSelector: { matchLabels: {} } }, [1, 2, 3, 3, 4]],
  ["a list that defaults fill", { policyTypes: [] }, [1, 1, 1, 1, 1]],
  ["an empty rule", { egress: [{}] }, [1, 1, 1, 1, 1]],
])("the generation of a NetworkPolicy with %s", async (name, spec, expected) => {
  const object = policy(name.replaceAll(" ", "-"), spec);
  const path = `${POLICIES}/${name.replaceAll(" ", "-")}`;
  expect([
    await generation("POST", POLICIES, object),
    await generation("PUT", path, object),
    await generation("PATCH", `${path}?fieldManager=m&force=true`, object, APPLY),
    await generation("PATCH", path, { metadata: { labels: { a: "b" } } }, MERGE),
    await generation("PATCH", path, { spec }, MERGE),
  ]).toEqual(expected);
});

test("who sends an empty list in a rule again owns the rules: they are others than those that are stored", async () => {
  const spec = { ingress: [{ from: [] }] };
  const path = `${POLICIES}/owned`;
  const applied = async (manager: string): Promise<unknown> =>
    (await api.ask("PATCH", `${path}?fieldManager=${manager}&force=true`, policy("owned", spec), APPLY)).body;
  const owners = (body: unknown): string[] =>
    (
      body as { metadata: { managedFields: { manager: string; fieldsV1: JsonObject }[] } }
    ).metadata.managedFields
      .filter(({ fieldsV1 }) => "f:ingress" in (fieldsV1["f:spec"] as JsonObject))
      .map(({ manager }) => manager);
  expect(owners(await applied("a"))).toEqual(["a"]);
  expect(owners(await applied("b"))).toEqual(["b"]);
  const patched = await api.ask("PATCH", `${path}?fieldManager=c`, { spec }, MERGE);
  expect(owners(patched.body)).toEqual(["c"]);
});

test("the generation of a webhook configuration without webhooks", async () => {
  const object = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "none" },
    webhooks: [],
  };
  expect([
    await generation("POST", HOOKS, object),
    await generation("PATCH", `${HOOKS}/none?fieldManager=m&force=true`, object, APPLY),
    await generation("PATCH", `${HOOKS}/none`, { metadata: { labels: { a: "b" } } }, MERGE),
  ]).toEqual([1, 2, 2]);
});

test("a dry run of an apply keeps the resourceVersion that it says", async () => {
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new", resourceVersion: "7" } };
  const path = "/api/v1/namespaces/default/configmaps/new?fieldManager=m&dryRun=All";
  const { status, body } = await api.ask("PATCH", path, applied, APPLY);
  expect([status, (body.metadata as JsonObject).resourceVersion]).toEqual([201, "7"]);
});

// Every answer here is from kube-apiserver 1.36.3.
test.each<[string, JsonObject, JsonObject]>([
  [
    "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
    { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
    { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"], resourceNames: [] }] },
  ],
  [
    "/api/v1/namespaces/default/endpoints",
    { subsets: [{ addresses: [{ ip: "1.2.3.4" }] }] },
    { subsets: [{ addresses: [{ ip: "1.2.3.4" }], notReadyAddresses: [] }] },
  ],
  [
    "/api/v1/namespaces/default/limitranges",
    { spec: { limits: [{ type: "Pod" }] } },
    { spec: { limits: [{ type: "Pod", max: {} }] } },
  ],
])(
  "an update with an empty list or map in an item of an atomic list has another owner: %s",
  async (path, first, second) => {
    const metadata = { name: "owners" };
    await api.ask("POST", `${path}?fieldManager=one`, { metadata, ...first });
    const owner = async (body: JsonObject): Promise<unknown> => {
      const { body: answer } = await api.ask("PUT", `${path}/owners?fieldManager=two`, { metadata, ...body });
      return (answer.metadata as { managedFields: { manager: string }[] }).managedFields.map(
        ({ manager }) => manager,
      );
    };
    expect([await owner(first), await owner(second)]).toEqual([["one"], ["two"]]);
  },
);
