import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
const MAPS = "/api/v1/namespaces/default/configmaps";
const JANE = { "impersonate-user": "jane" };

const api = await clusterForTests();
const verbs = ["get", "list", "delete", "deletecollection"];
await api.ask("POST", `${RBAC}/roles`, {
  metadata: { name: "one" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["a"], verbs }],
});
await api.ask("POST", `${RBAC}/rolebindings`, {
  metadata: { name: "one" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "one" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
});
await api.ask("POST", MAPS, { metadata: { name: "a" } });

test("the right to one name lists that name", async () => {
  const list = (selector: string) => api.ask("GET", `${MAPS}?fieldSelector=${selector}`, undefined, JANE);
  expect((await list("metadata.name%3Da")).status).toBe(200);
  expect((await list("metadata.name%3Db")).status).toBe(403);
  expect((await list("metadata.name!%3Da")).status).toBe(403);
});

test("the right to one name deletes no collection, whatever it selects", async () => {
  const { status, body } = await api.ask(
    "DELETE",
    `${MAPS}?fieldSelector=metadata.name%3Da`,
    undefined,
    JANE,
  );
  expect(status).toBe(403);
  expect(body.message).toBe(
    'configmaps is forbidden: User "jane" cannot deletecollection resource "configmaps" in API group "" in the namespace "default"',
  );
});
