import { afterAll, expect, test } from "vitest";
import { createCluster } from "../../../testing/index.ts";

const cluster = await createCluster();
afterAll(() => cluster.close());

test("an update without the name of the role is refused with the errors in the order of kube-apiserver 1.37.2", async () => {
  const apiGroup = "rbac.authorization.k8s.io";
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "readers" },
    roleRef: { apiGroup, kind: "ClusterRole", name: "view" },
    subjects: [{ apiGroup, kind: "User", name: "alice" }],
  };
  await cluster.create(binding);
  const { message } = await cluster.update({ ...binding, roleRef: { apiGroup, kind: "ClusterRole" } });
  expect(message).toContain(
    'is invalid: [roleRef.name: Required value, roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":""}: field is immutable]',
  );
});
