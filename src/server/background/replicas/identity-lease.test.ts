import { expect, test } from "vitest";
import { startInMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";
import type { KubeObject } from "../../../api/meta.ts";

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const leasesOf = async (serverAddress?: string): Promise<KubeObject[]> => {
  const api = await startInMemoryCluster(serverAddress === undefined ? {} : { serverAddress });
  const { body } = await api.ask("GET", LEASES);
  await api.stop();
  return body.items as unknown as KubeObject[];
};

test("a server that knows its address has a Lease, always of the same name", async () => {
  const [first, again] = [await leasesOf("192.0.2.1:6443"), await leasesOf("192.0.2.1:6443")];
  expect(first).toHaveLength(1);
  expect(first[0]?.metadata.name).toMatch(/^apiserver-[a-z2-7]{26}$/);
  expect(again[0]?.metadata.name).toBe(first[0]?.metadata.name);
  expect(first[0]?.metadata.labels).toMatchObject({ "apiserver.kubernetes.io/identity": "kube-apiserver" });
  expect(first[0]?.metadata.annotations).toEqual({
    "kubernetes.io/peer-advertise-address": "192.0.2.1:6443",
  });
});

test("a server that does not know its address has none", async () => {
  expect(await leasesOf()).toEqual([]);
});
