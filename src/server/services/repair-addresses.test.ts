import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { Document } from "../../api/object/document.ts";
import type { JsonObject } from "../../json/value.ts";
import { createMemoryStorage } from "../../storage/memory/memory-storage.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";
const MANAGED = {
  "ipaddress.kubernetes.io/ip-family": "IPv4",
  "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
};

let time = Date.now();
const storage = createMemoryStorage();
const api = await clusterForTests({ storage, now: () => time });

/** Leaves the state of a server that ends before it writes the Service. */
const leak = (name: string, labels: JsonObject = MANAGED) =>
  api.ask("POST", ADDRESSES, {
    metadata: { name, labels },
    spec: { parentRef: { resource: "services", namespace: "default", name: "never" } },
  });
const has = async (address: string): Promise<boolean> =>
  (await api.ask("GET", `${ADDRESSES}/${address}`)).status === 200;
const repairAfter = async (seconds: number): Promise<void> => {
  time += seconds * 1000;
  await api.cluster.repairServices();
};

test("an address that no Service has goes when it was seen so for a minute", async () => {
  await leak("10.0.0.30");
  await leak("10.0.0.31", {});
  await repairAfter(600);
  expect(await has("10.0.0.30")).toBe(true);
  await repairAfter(59);
  expect(await has("10.0.0.30")).toBe(true);
  await repairAfter(1);
  expect([await has("10.0.0.30"), await has("10.0.0.31")]).toEqual([false, true]);
});

test("one that has come back in between is another one", async () => {
  await leak("10.0.0.32");
  await repairAfter(0);
  await api.ask("DELETE", `${ADDRESSES}/10.0.0.32`);
  await leak("10.0.0.32");
  await repairAfter(100);
  expect(await has("10.0.0.32")).toBe(true);
});

test("what a Service has is there again, and what names another one's goes", async () => {
  const ports = [{ port: 80 }];
  await api.ask("POST", SERVICES, { metadata: { name: "a" }, spec: { clusterIP: "10.0.0.40", ports } });
  await api.ask("DELETE", `${ADDRESSES}/10.0.0.40`);
  await repairAfter(0);
  expect(await has("10.0.0.40")).toBe(true);
  const key = "/registry/ipaddresses/10.0.0.40";
  const entry = await storage.get(key);
  const unrelated = {
    ...(entry?.document.value as JsonObject),
    spec: { parentRef: { resource: "services", namespace: "default", name: "b" } },
  };
  await storage.update(key, entry?.revision ?? 0, () => new Document(unrelated));
  for (let round = 0; round < 3; round++) await repairAfter(61);
  const { body } = await api.ask("GET", `${ADDRESSES}/10.0.0.40`);
  expect((body.spec as { parentRef: JsonObject }).parentRef.name).toBe("a");
});

test("deleting a Service leaves alone what is another one's by now", async () => {
  await api.ask("POST", SERVICES, {
    metadata: { name: "c" },
    spec: { clusterIP: "10.0.0.50", ports: [{ port: 80 }] },
  });
  await api.ask("DELETE", `${ADDRESSES}/10.0.0.50`);
  await leak("10.0.0.50");
  await api.ask("DELETE", `${SERVICES}/c`);
  expect(await has("10.0.0.50")).toBe(true);
});
