import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const UNSAFE = { ignoreStoreReadErrorWithClusterBreakingPotential: true };

const api = await clusterForTests();
await api.ask("POST", MAPS, { metadata: { name: "a" } });

async function removed(path: string, options: object, user?: string): Promise<string> {
  const headers = user === undefined ? {} : { "impersonate-user": user };
  const { status, body } = await api.ask("DELETE", path, { kind: "DeleteOptions", ...options }, headers);
  return `${status} ${body.message}`;
}

test("an object that can be read is not deleted without reading it", async () => {
  expect(await removed(`${MAPS}/a`, UNSAFE)).toBe(
    '409 Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage',
  );
  expect(await removed(`${MAPS}/none`, UNSAFE)).toBe('404 configmaps "none" not found');
  expect(await removed("/api/v1/namespaces/none", UNSAFE)).toBe(
    "500 Internal error occurred: no unsafe deleter provided, can not honor ignoreStoreReadErrorWithClusterBreakingPotential",
  );
  expect((await api.ask("GET", `${MAPS}/a`)).status).toBe(200);
});

test("the option excludes others, and collections", async () => {
  expect(await removed(`${MAPS}/a`, { ...UNSAFE, gracePeriodSeconds: 0 })).toBe(
    '422 DeleteOptions.meta.k8s.io "" is invalid: ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .gracePeriodSeconds',
  );
  expect(await removed(MAPS, UNSAFE)).toBe(
    '422 DeleteOptions.meta.k8s.io "" is invalid: ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option',
  );
});

test("the option needs a right of its own", async () => {
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["delete"] }];
  await api.ask("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", {
    metadata: { name: "r" },
    rules,
  });
  await api.ask("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "r" },
    subjects: [{ kind: "User", name: "alice" }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "r" },
  });
  expect(await removed(`${MAPS}/a`, UNSAFE, "alice")).toBe(
    '403 configmaps "a" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: ',
  );
});
