import { expect, test } from "vitest";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { isOfPerson } from "./long-memory.ts";
import { createRecentRequests } from "./recent-requests.ts";

const ADMIN = { username: "admin", groups: ["system:masters"] };
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const MAPS = "/api/v1/namespaces/default/configmaps";

const configuration = (name: string, resources: string[]): JsonObject => ({
  metadata: { name },
  webhooks: [
    {
      name: `${name}.example.com`,
      clientConfig: { url: "https://127.0.0.1:1/" },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources }],
      failurePolicy: "Ignore",
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
});

test("createRecentRequests explains requests by their audit id, and the last one of a client", async () => {
  const recent = createRecentRequests(2);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const as = (id: string) => ({
    "audit-id": id,
    "impersonate-user": "alice",
    "impersonate-group": "system:masters",
  });
  const server = api.cluster;
  await api.ask("POST", CONFIGURATIONS, configuration("early", ["configmaps"]));
  await api.ask("POST", MAPS, { metadata: { name: "a" } }, as("one"));
  await api.ask("POST", CONFIGURATIONS, configuration("late", ["configmaps"]));
  const one = recent.explain("one", server, ADMIN);
  expect(recent.explain("last", server, ADMIN)).toEqual(one);
  expect(one?.request).toMatchObject({ operation: "CREATE", name: "a", user: "alice" });
  expect(one?.findings.map(({ code, of }) => `${code} ${of}`)).toEqual([
    "newer-configuration ValidatingWebhookConfiguration/late",
    "call-failed ValidatingWebhookConfiguration/early",
  ]);
  await api.ask("POST", MAPS, { metadata: { name: "b" } }, as("two"));
  await api.ask("POST", MAPS, { metadata: { name: "c" } }, as("three"));
  expect(recent.explain("one", server, ADMIN)).toBeUndefined();
  expect(recent.explain("last", server, ADMIN)?.request.name).toBe("c");
  await api.stop();
});

test("createRecentRequests remembers few great requests", async () => {
  const recent = createRecentRequests(10);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const server = api.cluster;
  const data = { a: "x".repeat(900_000) };
  for (let i = 0; i < 6; i++)
    await api.ask("POST", MAPS, { metadata: { name: `great-${i}` }, data }, { "audit-id": `id-${i}` });
  const known = [0, 1, 2, 3, 4, 5].filter((i) => recent.explain(`id-${i}`, server, ADMIN) !== undefined);
  expect(known).toEqual([2, 3, 4, 5]);
  await api.stop();
});

test.each([
  ["PATCH", { metadata: { labels: { a: "b" } } }],
  ["DELETE", undefined],
] as const)(
  "createRecentRequests remembers few small requests for great objects: %s",
  async (method, body) => {
    const recent = createRecentRequests(10);
    const api = await startInMemoryCluster({ recorders: [recent.recorder] });
    const data = { a: "x".repeat(900_000) };
    const ids = [0, 1, 2, 3, 4, 5];
    for (const i of ids) await api.ask("POST", MAPS, { metadata: { name: `great-${i}` }, data });
    for (const i of ids)
      await api.ask(method, `${MAPS}/great-${i}`, body, {
        "audit-id": `id-${i}`,
        "content-type": "application/merge-patch+json",
      });
    const known = ids.filter((i) => recent.explain(`id-${i}`, api.cluster, ADMIN) !== undefined);
    expect(known).toEqual([2, 3, 4, 5]);
    await api.stop();
  },
);

test("createRecentRequests explains a request only to who may read its object", async () => {
  const recent = createRecentRequests(2);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const server = api.cluster;
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
  const rules = [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"], resourceNames: ["known"] }];
  await api.ask("POST", `${rbac}/roles`, { metadata: { name: "r" }, rules });
  await api.ask("POST", `${rbac}/rolebindings`, {
    metadata: { name: "r" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    subjects: [{ kind: "User", name: "alice" }],
  });
  const secrets = "/api/v1/namespaces/default/secrets";
  for (const name of ["known", "other"])
    await api.ask("POST", secrets, { metadata: { name } }, { "audit-id": name });
  const alice = { username: "alice", groups: [] };
  expect(recent.explain("known", server, alice)?.request.name).toBe("known");
  expect(() => recent.explain("other", server, alice)).toThrow(
    'secrets "other" is forbidden: User "alice" cannot get resource "secrets" in API group "" in the namespace "default"',
  );
  expect(recent.explain("other", server, ADMIN)?.request.name).toBe("other");
  await api.stop();
});

test("the last request is that of a person, and is remembered for long", async () => {
  const recent = createRecentRequests(2, 100);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const server = api.cluster;
  const write = (id: string, name: string, user: string, path = MAPS, body: JsonObject = {}) =>
    api.ask(
      "POST",
      path,
      { metadata: { name }, ...body },
      { "audit-id": id, "impersonate-user": user, "impersonate-group": "system:masters" },
    );
  await write("mine", "a", "alice");
  const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  for (const i of [1, 2, 3]) await write(`lease-${i}`, `lease-${i}`, "bob", leases, { spec: {} });
  expect(recent.explain("last", server, ADMIN)?.request.user).toBe("alice");
  expect(recent.explain("mine", server, ADMIN)?.request.name).toBe("a");
  expect(recent.explain("lease-1", server, ADMIN)).toBeUndefined();
  expect(recent.explain("lease-3", server, ADMIN)?.request.name).toBe("lease-3");
  await api.stop();
});

test.each([
  ["alice", undefined, "configmaps", true],
  ["system:serviceaccount:kyverno:admission", undefined, "configmaps", false],
  ["system:serviceaccount:kyverno:admission", "alice", "configmaps", true],
  ["system:kube-controller-manager", "system:apiserver", "serviceaccounts", false],
  ["alice", undefined, "leases", false],
])("isOfPerson() of %s, impersonated by %s, who writes %s", (username, by, resource, expected) => {
  const impersonator = by === undefined ? undefined : { username: by };
  const context = { user: { username }, impersonator, info: { resource } };
  expect(isOfPerson({ context } as never)).toBe(expected);
});

test("a name that the server refused is told with the reason", async () => {
  const recent = createRecentRequests(4);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const broken = configuration("broken", ["configmaps"]);
  await api.ask("POST", CONFIGURATIONS, {
    ...broken,
    webhooks: (broken.webhooks as JsonObject[]).map((one) => ({ ...one, timeoutSeconds: 40 })),
  });
  await api.ask("POST", MAPS, { metadata: { name: "a" } }, { "audit-id": "a" });
  for (const asked of ["broken", "broken.example.com"]) {
    const [finding] = recent.explain("a", api.cluster, ADMIN, asked)?.findings ?? [];
    expect(finding).toMatchObject({ code: "unknown-name", at: "/webhooks/0/timeoutSeconds" });
    expect(finding?.message).toMatch(/: this server refused it at .*timeoutSeconds/);
  }
  const [unknown] = recent.explain("a", api.cluster, ADMIN, "other")?.findings ?? [];
  expect(unknown?.message).not.toContain("refused it");
  await api.stop();
});
