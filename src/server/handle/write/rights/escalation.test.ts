import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ROLES = `${RBAC}/namespaces/default/roles`;
const roleRef = (name: string, kind = "ClusterRole"): JsonObject => ({
  apiGroup: "rbac.authorization.k8s.io",
  kind,
  name,
});
const readPods: JsonObject[] = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];

describe("escalation", () => {
  let api: InMemoryCluster;
  const alice = (method: string, url: string, body?: JsonObject): Promise<Answered> =>
    api.ask(method, url, body, { "impersonate-user": "alice" });

  beforeAll(async () => {
    api = await startInMemoryCluster();
    const verbs = ["create", "update", "patch"];
    const resources = ["roles", "clusterroles", "rolebindings", "clusterrolebindings"];
    const rules = [
      { verbs, apiGroups: ["rbac.authorization.k8s.io"], resources },
      {
        verbs: ["bind"],
        apiGroups: ["rbac.authorization.k8s.io"],
        resources: ["clusterroles"],
        resourceNames: ["view"],
      },
    ];
    await api.ask("POST", `${RBAC}/clusterroles`, { metadata: { name: "writer" }, rules });
    const subjects = [{ kind: "User", name: "alice" }];
    const binding = { metadata: { name: "writers" }, roleRef: roleRef("writer"), subjects };
    await api.ask("POST", `${RBAC}/clusterrolebindings`, binding);
  });
  afterAll(() => api.stop());

  test("nobody writes a role with rights that they do not have", async () => {
    const { status, body } = await alice("POST", ROLES, { metadata: { name: "r" }, rules: readPods });
    expect(status).toBe(403);
    expect(body.message).toBe(
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "alice" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    );
    const created = await alice("PUT", `${ROLES}/r`, { metadata: { name: "r" }, rules: readPods });
    expect(created.status).toBe(403);
  });

  test("a role that they could not have written may lose its finalizers, and nothing else may change", async () => {
    await api.ask("POST", ROLES, { metadata: { name: "kept", finalizers: ["a.b/c"] }, rules: readPods });
    const patch = (metadata: JsonObject): Promise<Answered> =>
      api.ask(
        "PATCH",
        `${ROLES}/kept`,
        { metadata },
        {
          "impersonate-user": "alice",
          "content-type": "application/merge-patch+json",
        },
      );
    expect((await patch({ finalizers: null })).status).toBe(200);
    expect((await patch({ labels: { a: "b" } })).status).toBe(403);
  });

  test("who may bind a role need not have its rights", async () => {
    const binding = (name: string, role: string): JsonObject => ({
      metadata: { name },
      roleRef: roleRef(role),
      subjects: [{ kind: "User", name: "bob" }],
    });
    const bindings = `${RBAC}/namespaces/default/rolebindings`;
    expect((await alice("POST", bindings, binding("a", "view"))).status).toBe(201);
    expect((await alice("POST", bindings, binding("b", "system:node"))).status).toBe(403);
    const missing = await alice("POST", bindings, binding("c", "nowhere"));
    expect(missing.body.message).toBe('rolebindings.rbac.authorization.k8s.io "nowhere" not found');
  });

  test("rules that gather others need every right", async () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] };
    const role = { metadata: { name: "all" }, rules: [], aggregationRule };
    const { body } = await alice("POST", `${RBAC}/clusterroles`, role);
    expect(body.message).toBe(
      'clusterroles.rbac.authorization.k8s.io "all" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    );
    expect((await api.ask("POST", `${RBAC}/clusterroles`, role)).status).toBe(201);
  });

  test("who may not gather rules may write empty ones where there were none", async () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { c: "d" } }] };
    const role = `${RBAC}/clusterroles/gathers`;
    await api.ask("POST", `${RBAC}/clusterroles`, { metadata: { name: "gathers" }, aggregationRule });
    const patch = async (change: JsonObject) =>
      api.ask("PATCH", role, JSON.stringify(change), {
        "content-type": "application/merge-patch+json",
        "impersonate-user": "alice",
      });
    expect((await patch({ rules: [] })).status).toBe(200);
    expect((await patch({ rules: readPods })).status).toBe(403);
    expect((await patch({ aggregationRule: { clusterRoleSelectors: [{}] } })).status).toBe(403);
  });

  test.each([
    ["Role", "r", "Namespace parameter required."],
    ["ClusterRole", "", "Name parameter required."],
    ["ClusterRole", "a/b", "Name parameter invalid: \"a/b\": may not contain '/'"],
  ])(
    "says what is wrong with the name of a %s %j that is bound in the whole cluster",
    async (kind, name, why) => {
      const binding = { metadata: { name: "odd" }, roleRef: roleRef(name, kind) };
      const { status, body } = await alice("PUT", `${RBAC}/clusterrolebindings/odd`, binding);
      expect([status, body.message]).toEqual([400, why]);
    },
  );

  test("what filters refuse is not to be taken for a page", async () => {
    const { status, headers } = await alice("GET", "/api/v1/nodes");
    expect([status, headers["x-content-type-options"]]).toEqual([403, "nosniff"]);
    const odd = await api.ask("GET", "/api", undefined, { "impersonate-uid": "7" });
    expect([odd.status, odd.headers["x-content-type-options"]]).toEqual([400, "nosniff"]);
  });
});
