import { expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import type { Json, JsonObject } from "../../../json/value.ts";

const SPACE = "/api/v1/namespaces/default";
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
let made = 0;

const api = await reviewedClusterForTests();
const { body } = await api.ask("GET", `${CONFIGURATIONS}/m.example.com`);
const [webhook] = body.webhooks as JsonObject[];
const second = { metadata: { name: "n" }, webhooks: [{ ...webhook, name: "n.example.com" }] };
expect((await api.ask("POST", CONFIGURATIONS, second)).status).toBe(201);

/** Creates an account while the first webhook answers with `patch`. */
function patchedBy(patch: Json): Promise<{ status: number; body: JsonObject }> {
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  api.reviews();
  return api.ask("POST", `${SPACE}/serviceaccounts`, { metadata: { name: `a${made++}` } });
}

const sentTo = (hook: string): JsonObject =>
  (api.reviews().find((review) => review.hook === hook)?.object ?? {}) as JsonObject;

test("another kind is shown to the webhooks that come next, and is no object of the request's kind", async () => {
  const { body } = await patchedBy([{ op: "replace", path: "/kind", value: "ConfigMap" }]);
  expect(body).toMatchObject({
    code: 500,
    message: "converting (v1.ConfigMap) to (core.ServiceAccount): unknown conversion",
  });
  expect(body.reason).toBeUndefined();
  expect(sentTo("n.example.com")).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
});

test("a kind that nobody knows fails at once", async () => {
  const { body } = await patchedBy([{ op: "replace", path: "/kind", value: "Nothing" }]);
  expect(body.message).toContain('no kind "Nothing" is registered for version "v1"');
  expect(sentTo("n.example.com")).toEqual({});
});

test("a kind that is no text is found before anything else is read", async () => {
  const { body } = await patchedBy([
    { op: "replace", path: "/kind", value: {} },
    { op: "replace", path: "/metadata", value: 1 },
  ]);
  expect(body.message).toBe(
    "Internal error occurred: couldn't get version/kind; json parse error: json: cannot unmarshal object into Go struct field .kind of type string",
  );
});

test("a version with two slashes is no version", async () => {
  const { body } = await patchedBy([{ op: "replace", path: "/apiVersion", value: "a/b/c" }]);
  expect(body.message).toBe("Internal error occurred: unexpected GroupVersion string: a/b/c");
});

test("a kind that was taken away is missing for the next webhook only", async () => {
  const { status, body } = await patchedBy([{ op: "remove", path: "/kind" }]);
  expect([status, body.kind]).toEqual([201, "ServiceAccount"]);
  const reviews = api.reviews().map(({ hook, object }) => [hook, (object as JsonObject).kind]);
  expect(reviews).toEqual([
    ["m.example.com", "ServiceAccount"],
    ["n.example.com", undefined],
    ["v.example.com", "ServiceAccount"],
  ]);
});

test("a selfLink is shown to validating webhooks and not stored", async () => {
  const { status, body } = await patchedBy([{ op: "add", path: "/metadata/selfLink", value: "/x" }]);
  const meta = (object: Json | undefined): JsonObject => (object as JsonObject).metadata as JsonObject;
  expect([status, meta(body).selfLink]).toEqual([201, undefined]);
  expect(meta(sentTo("v.example.com")).selfLink).toBe("/x");
  const name = String(meta(body).name);
  const merge = { "content-type": "application/merge-patch+json" };
  const { body: updated } = await api.ask(
    "PATCH",
    `${SPACE}/serviceaccounts/${name}`,
    { metadata: { labels: { a: "b" } } },
    merge,
  );
  expect(meta(updated).selfLink).toBeUndefined();
});

test.each(["token", "eviction"])(
  "what a webhook breaks in the metadata of a %s is put right, with warnings",
  async (sub) => {
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
    const patch = [
      { op: "add", path: "/metadata/managedFields", value: [{ manager: "x" }] },
      { op: "add", path: "/metadata/ownerReferences", value: [owner, owner] },
    ];
    api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
    const path = sub === "token" ? "serviceaccounts/none/token" : "pods/none/eviction";
    const { status, warnings } = await api.ask("POST", `${SPACE}/${path}`, { metadata: { name: "none" } });
    expect(status).toBe(404);
    expect(warnings).toEqual([
      expect.stringContaining("please fix your requests: operation must be `Apply` or `Update`"),
      expect.stringContaining("after mutating admission happens"),
    ]);
  },
);

test("the name in a review is the one that was asked for, whatever a webhook makes of it", async () => {
  const { body } = await patchedBy([{ op: "replace", path: "/metadata/name", value: "another" }]);
  expect((body.metadata as JsonObject).name).toBe("another");
  const names = api.reviews().map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set([`a${made - 1}`]));
});

test("a mutating policy cannot make another kind either: unknown fields first, then the conversion", async () => {
  const registration = "/apis/admissionregistration.k8s.io/v1";
  const rule = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] };
  const jsonPatch = { expression: "[JSONPatch{op: 'replace', path: '/kind', value: 'Secret'}]" };
  const spec = {
    matchConstraints: { resourceRules: [rule] },
    reinvocationPolicy: "Never",
    mutations: [{ patchType: "JSONPatch", jsonPatch }],
  };
  await api.ask("POST", `${registration}/mutatingadmissionpolicies`, { metadata: { name: "p" }, spec });
  const binding = { metadata: { name: "b" }, spec: { policyName: "p" } };
  await api.ask("POST", `${registration}/mutatingadmissionpolicybindings`, binding);
  const create = async (more: JsonObject): Promise<Json | undefined> =>
    (await api.ask("POST", `${SPACE}/configmaps`, { metadata: { name: "c" }, ...more })).body.message;
  expect(await create({ binaryData: { a: "YQ==" } })).toBe(
    'Internal error occurred: strict decoding error: unknown field "binaryData"',
  );
  expect(await create({})).toBe(
    "Internal error occurred: failed to convert object: converting (v1.Secret) to (core.ConfigMap): unknown conversion",
  );
});

test("what a webhook makes larger than the store takes is refused as what a client sends", async () => {
  const { status, body } = await patchedBy([
    { op: "add", path: "/imagePullSecrets", value: [{ name: "x".repeat(1_600_000) }] },
  ]);
  expect([status, body.message]).toEqual([500, "etcdserver: request is too large"]);
});

test("old fields that a webhook writes are shown to the next one, and converted after both", async () => {
  const patch = [{ op: "add", path: "/stringData", value: { a: "b" } }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  api.reviews();
  const { body } = await api.ask("POST", `${SPACE}/secrets`, { metadata: { name: "texts" } });
  const reviews = api.reviews().map(({ hook, object }) => [hook, object as JsonObject]);
  expect(reviews).toMatchObject([
    ["m.example.com", {}],
    ["n.example.com", { stringData: { a: "b" } }],
    ["v.example.com", { data: { a: "Yg==" } }],
  ]);
  expect(body).toMatchObject({ data: { a: "Yg==" } });
  expect(body.stringData).toBeUndefined();
});

test("an account by its old name is shown to the next webhook as it was written", async () => {
  const patch = [{ op: "replace", path: "/spec/serviceAccountName", value: "other" }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  api.reviews();
  const spec = { serviceAccount: "first", containers: [{ name: "c", image: "i" }] };
  const { body } = await api.ask("POST", `${SPACE}/pods`, { metadata: { name: "p" }, spec });
  const [first, second, last] = api.reviews().map(({ object }) => (object as JsonObject).spec);
  expect(first).toMatchObject({ serviceAccountName: "first", serviceAccount: "first" });
  expect(second).toMatchObject({ serviceAccountName: "other", serviceAccount: "first" });
  expect(last).toMatchObject({ serviceAccountName: "other", serviceAccount: "other" });
  expect(body.spec).toMatchObject({ serviceAccountName: "other", serviceAccount: "other" });
});

test("a range of addresses of a node is shown to the next webhook as it was written", async () => {
  const patch = [{ op: "replace", path: "/spec/podCIDR", value: "10.1.0.0/16" }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  api.reviews();
  const spec = { podCIDR: "10.5.0.0/24", podCIDRs: ["10.0.0.0/33", "A"] };
  await api.ask("POST", "/api/v1/nodes", { metadata: { name: "n" }, spec });
  const [first, second, last] = api.reviews().map(({ object }) => (object as JsonObject).spec);
  expect(first).toEqual({ podCIDR: "10.5.0.0/24", podCIDRs: ["10.5.0.0/24"] });
  expect(second).toEqual({ podCIDR: "10.1.0.0/16", podCIDRs: ["10.5.0.0/24"] });
  expect(last).toEqual({ podCIDR: "10.1.0.0/16", podCIDRs: ["10.1.0.0/16"] });
});

test("an empty list of managed fields that a webhook writes is shown to nobody", async () => {
  await patchedBy([{ op: "add", path: "/metadata/managedFields", value: [] }]);
  const shown = api
    .reviews()
    .map(({ object }) => ((object as JsonObject).metadata as JsonObject).managedFields);
  expect(shown.slice(1)).not.toContainEqual([]);
});

test("a command that a webhook changes goes on to the next webhook", async () => {
  const patch = [{ op: "replace", path: "/command/0", value: "echo" }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  api.reviews();
  await api.ask("POST", `${SPACE}/pods/p/exec?command=sh`);
  expect(api.reviews().map(({ object }) => (object as JsonObject).command)).toEqual([
    ["sh"],
    ["echo"],
    ["echo"],
  ]);
});

test("an object that an apply creates keeps the name of the URL in the store", async () => {
  const patch = [{ op: "replace", path: "/metadata/name", value: "renamed" }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  const applied = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "applied" } };
  const path = `${SPACE}/serviceaccounts/applied`;
  const { status, body } = await api.ask("PATCH", `${path}?fieldManager=m`, applied, APPLY);
  expect([status, body.metadata]).toMatchObject([201, { name: "renamed" }]);
  expect((await api.ask("GET", path)).body.metadata).toMatchObject({ name: "renamed" });
  expect((await api.ask("GET", `${SPACE}/serviceaccounts/renamed`)).status).toBe(404);
  api.answer(() => ({ allowed: true }));
  expect((await api.ask("DELETE", path)).status).toBe(200);
});

test("a write of what is read already, but not stored so, is asked about twice", async () => {
  api.answer(() => ({ allowed: true }));
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  const claims = `${SPACE}/persistentvolumeclaims`;
  const { body } = await api.ask("POST", claims, { metadata: { name: "claim" }, spec });
  const hooks: string[][] = [];
  for (const path of [`${claims}/claim?dryRun=All`, `${claims}/claim`, `${claims}/claim`]) {
    api.reviews();
    await api.ask("PATCH", path, {}, MERGE);
    hooks.push(api.reviews().map(({ hook }) => hook));
  }
  expect(body.status).toEqual({ phase: "Pending" });
  const once = ["m.example.com", "n.example.com", "v.example.com"];
  expect(hooks).toEqual([once, [...once, ...once], once]);
});

test.each([
  ["deployments", "strategy", "Recreate", { maxUnavailable: 0, maxSurge: 0 }],
  ["statefulsets", "updateStrategy", "OnDelete", { partition: 0 }],
])(
  "webhooks see zeros in a rolling update of %s that has no place there",
  async (plural, field, type, zeros) => {
    api.answer(() => ({ allowed: true }));
    api.reviews();
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    const strategy = { type, rollingUpdate: {} };
    const spec = { selector: { matchLabels: { a: "b" } }, template, serviceName: "s", [field]: strategy };
    const path = `/apis/apps/v1/namespaces/default/${plural}?fieldValidation=Ignore`;
    expect((await api.ask("POST", path, { metadata: { name: "w" }, spec })).status).toBe(422);
    const seen = (sentTo("m.example.com").spec as JsonObject)[field];
    expect(seen).toEqual({ type, rollingUpdate: zeros });
  },
);

const MERGE = { "content-type": "application/merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };

test("an object without its kind has its members where Go writes them", async () => {
  await patchedBy([
    { op: "remove", path: "/kind" },
    { op: "remove", path: "/metadata/name" },
    { op: "add", path: "/metadata/name", value: "a" },
    { op: "add", path: "/automountServiceAccountToken", value: true },
  ]);
  expect(Object.keys(sentTo("n.example.com"))).toEqual([
    "apiVersion",
    "metadata",
    "automountServiceAccountToken",
  ]);
});

test("steps of a strategy that has none are shown to the next webhook as they were written", async () => {
  const strategy = { type: "Recreate", rollingUpdate: {} };
  const patch = [{ op: "add", path: "/spec/strategy", value: strategy }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  api.reviews();
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const spec = { selector: { matchLabels: { a: "b" } }, template };
  await api.ask("POST", "/apis/apps/v1/namespaces/default/deployments", { metadata: { name: "d" }, spec });
  const [, second] = api.reviews().map(({ object }) => (object as JsonObject).spec);
  expect(second).toMatchObject({ strategy: { type: "Recreate", rollingUpdate: {} } });
  expect((second as { strategy: { rollingUpdate: object } }).strategy.rollingUpdate).toEqual({});
});
