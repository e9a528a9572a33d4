import { expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../../json/value.ts";

const SPACE = "/api/v1/namespaces/default";
const HOOKS = "/apis/admissionregistration.k8s.io/v1";

const api = await reviewedClusterForTests();
const spec = { containers: [{ name: "c", image: "i" }] };
expect((await api.ask("POST", `${SPACE}/pods`, { metadata: { name: "p" }, spec })).status).toBe(201);

const post = (path: string, body: JsonObject) => api.ask("POST", `${SPACE}/${path}?dryRun=All`, body);

/** Registers a policy about a subresource that refuses with `messageExpression`. */
async function refuse(resource: string, messageExpression: string): Promise<void> {
  const name = resource.replace("/", "-");
  const rule = { apiGroups: [""], apiVersions: ["v1"], resources: [resource], operations: ["CREATE"] };
  const policy = {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression: "false", messageExpression }],
    },
  };
  const binding = { metadata: { name }, spec: { policyName: name, validationActions: ["Deny"] } };
  expect((await api.ask("POST", `${HOOKS}/validatingadmissionpolicies`, policy)).status).toBe(201);
  expect((await api.ask("POST", `${HOOKS}/validatingadmissionpolicybindings`, binding)).status).toBe(201);
}

const evictionOf = (version: string): JsonObject => ({
  apiVersion: `policy/${version}`,
  kind: "Eviction",
  metadata: { name: "p" },
  deleteOptions: { gracePeriodSeconds: 5 },
});

test.each(["v1", "v1beta1"])(
  "webhooks are asked about an Eviction of policy/%s in policy/v1",
  async (version) => {
    api.reviews();
    api.answer(({ hook }) =>
      hook === "m.example.com"
        ? { allowed: true, patch: [{ op: "add", path: "/metadata/labels", value: { l: "m" } }] }
        : { allowed: true },
    );
    const { status, body } = await post("pods/p/eviction", evictionOf(version));
    expect([status, body.message]).toEqual([201, undefined]);
    const kind = { group: "policy", version: "v1", kind: "Eviction" };
    const seen = { kind, requestKind: kind, object: { apiVersion: "policy/v1", kind: "Eviction" } };
    const reviews = api.reviews();
    expect(reviews).toMatchObject([seen, { ...seen, object: { metadata: { labels: { l: "m" } } } }]);
    const entries = reviews.map(({ object }) => (object as JsonObject).metadata as JsonObject);
    expect(entries[0]?.managedFields).toMatchObject([{ apiVersion: "policy/v1" }]);
  },
);

test.each(["v1", "v1beta1"])("a policy sees an Eviction of policy/%s in policy/v1", async (version) => {
  if (version === "v1") await refuse("pods/eviction", "request.kind.version + ' ' + object.apiVersion");
  const { status, body } = await post("pods/p/eviction", evictionOf(version));
  expect([status, body.message]).toEqual([422, expect.stringContaining("denied request: v1 policy/v1")]);
});

test("an Eviction of another version is refused", async () => {
  const { status, body } = await post("pods/p/eviction", evictionOf("v2"));
  expect(status).toBe(400);
  expect(body.message).toBe(
    'Eviction in version "v2" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v2" in scheme "pkg/runtime/scheme.go:111"',
  );
});

const SCALE = { kind: "Scale", metadata: { name: "d" }, spec: { replicas: 2 } };
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

test.each([
  ["autoscaling/v1", 200],
  ["apps/v1beta1", 400],
  ["apps/v1beta2", 400],
  ["extensions/v1beta1", 400],
])("a Scale of %s is answered with %i", async (apiVersion, expected) => {
  api.answer(() => ({ allowed: true }));
  const labels = { app: "a" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
  const spec = { selector: { matchLabels: labels }, template };
  await api.ask("POST", DEPLOYMENTS, { metadata: { name: "d" }, spec });
  const { status } = await api.ask("PUT", `${DEPLOYMENTS}/d/scale?dryRun=All`, { apiVersion, ...SCALE });
  expect(status).toBe(expected);
});

test.each([
  ["pods/p/binding", { apiVersion: "v2", kind: "Binding", metadata: { name: "p" }, target: { name: "n" } }],
  ["serviceaccounts/default/token", { apiVersion: "authentication.k8s.io/v1beta1", kind: "TokenRequest" }],
])("a body of %s in another version is refused", async (path, body) => {
  expect((await post(path, body)).status).toBe(400);
});
