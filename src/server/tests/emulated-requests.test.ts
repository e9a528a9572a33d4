import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { InMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import type { JsonObject } from "../../json/value.ts";
import { featuresOf } from "../../resources/features/features.ts";
import { createMemoryStorage } from "../../storage/index.ts";

// Behaviour of requests that depends on features, apart from the rules of kinds.
const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
const PODS = "/api/v1/namespaces/default/pods";
const AS_BOB = { "impersonate-user": "bob" };

const storage = createMemoryStorage();
const now = await clusterForTests({ storage });
const older = await clusterForTests({
  storage,
  features: featuresOf(34),
  plugins: createBuiltinPlugins().filter(({ name }) => name !== "ServiceAccount"),
});
await make(`${RBAC}/roles`, {
  metadata: { name: "reader" },
  rules: [{ apiGroups: [""], resources: ["pods/exec", "pods"], verbs: ["get"] }],
});
await make(`${RBAC}/rolebindings`, {
  metadata: { name: "bob" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
  subjects: [{ kind: "User", name: "bob" }],
});
const labels = { "topology.kubernetes.io/zone": "z" };
await make("/api/v1/nodes", { metadata: { name: "n", labels } });

async function make(path: string, object: JsonObject, api = now): Promise<JsonObject> {
  const { status, body } = await api.ask("POST", path, object);
  expect(body).toMatchObject(status === 201 ? {} : { message: "" });
  return body;
}

const pod = (name: string, spec: object = {}): JsonObject => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
});

test("before 1.35, the right to get is enough for an upgrade of exec", async () => {
  await make(PODS, pod("exec"));
  const message = async (api: InMemoryCluster) =>
    (await api.ask("GET", `${PODS}/exec/exec?command=ls`, undefined, AS_BOB)).body.message;
  expect(await message(now)).toContain('pods "exec" is forbidden');
  expect(await message(older)).toBe("pod exec does not have a host assigned");
});

test("before 1.35, a binding adds no labels and leaves the nominated node", async () => {
  for (const [name, api] of [
    ["new", now],
    ["old", older],
  ] as const) {
    await make(PODS, pod(name));
    const patch = { status: { nominatedNodeName: "m" } };
    await api.ask("PATCH", `${PODS}/${name}/status`, patch, {
      "content-type": "application/merge-patch+json",
    });
    await make(
      `${PODS}/${name}/binding`,
      { metadata: { name, labels: { a: "b" } }, target: { name: "n" } },
      api,
    );
  }
  const bound = async (name: string) => (await now.ask("GET", `${PODS}/${name}`)).body;
  expect(await bound("new")).toMatchObject({ metadata: { labels: { a: "b" } }, spec: { nodeName: "n" } });
  expect((await bound("new")).status).not.toHaveProperty("nominatedNodeName");
  const old = await bound("old");
  expect(old).toMatchObject({ spec: { nodeName: "n" }, status: { nominatedNodeName: "m" } });
  expect(old.metadata).not.toHaveProperty("labels");
});
