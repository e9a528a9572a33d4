import { expect, test } from "vitest";
import { createCluster } from "./index.ts";

const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { hostnameOverride: "other", containers: [{ name: "c", image: "i" }] },
});

test("clusters of several versions run side by side", async () => {
  const versions = ["1.34", undefined, "1.35", "1.34"];
  const clusters = await Promise.all(
    versions.map((kubernetesVersion) => createCluster(kubernetesVersion ? { kubernetesVersion } : {})),
  );
  const names = clusters.map(async (cluster) => {
    const { object } = await cluster.create(pod("a"));
    return object.spec.hostnameOverride;
  });
  expect(await Promise.all(names)).toEqual([undefined, "other", "other", undefined]);
  const addresses = clusters.map(async (cluster) => {
    const metadata = { name: "1a" };
    return (
      await cluster.create({ apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ port: 1 }] } })
    ).status;
  });
  expect(await Promise.all(addresses)).toEqual([422, 201, 422, 422]);
  const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
  const roles = clusters.map(async (cluster) => {
    const name = "system:controller:device-taint-eviction-controller";
    return (await cluster.get({ ...role, name })).status;
  });
  expect(await Promise.all(roles)).toEqual([404, 200, 404, 404]);
  await Promise.all(clusters.map((cluster) => cluster.close()));
});

test("a version that is not there is refused", async () => {
  await expect(createCluster({ kubernetesVersion: "1.38" })).rejects.toThrow(
    "Kubernetes 1.38 is not supported; there are 1.34, 1.35, 1.36 and 1.37",
  );
});
