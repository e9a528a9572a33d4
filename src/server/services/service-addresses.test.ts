import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";
const MERGE = { "content-type": "application/merge-patch+json" };

const api = await clusterForTests();

const service = (name: string, spec: object = {}): object => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
});
const has = async (address: string): Promise<boolean> =>
  (await api.ask("GET", `${ADDRESSES}/${address}`)).status === 200;

test("a Service's address has an object that names it, and that goes with it", async () => {
  const { body } = await api.ask("POST", SERVICES, service("a") as never);
  const { clusterIP } = body.spec as { clusterIP: string };
  const address = await api.ask("GET", `${ADDRESSES}/${clusterIP}`);
  expect(address.body.spec).toEqual({
    parentRef: { resource: "services", namespace: "default", name: "a" },
  });
  await api.ask("DELETE", `${SERVICES}/a`);
  expect(await has(clusterIP)).toBe(false);
});

test("the service of the API has one from the start", async () => {
  expect(await has("10.0.0.1")).toBe(true);
});

test("an address is given back when the Service needs none any more", async () => {
  await api.ask("POST", SERVICES, service("b", { clusterIP: "10.0.0.20" }) as never);
  expect(await has("10.0.0.20")).toBe(true);
  const external = { type: "ExternalName", externalName: "x.com", clusterIP: null };
  await api.ask("PATCH", `${SERVICES}/b`, { spec: external }, MERGE);
  expect(await has("10.0.0.20")).toBe(false);
});

test("what is refused and what is tried out leave no object", async () => {
  await api.ask("POST", SERVICES, service("c", { clusterIP: "10.0.0.21", ports: [{ port: -1 }] }) as never);
  await api.ask("POST", `${SERVICES}?dryRun=All`, service("c", { clusterIP: "10.0.0.22" }) as never);
  expect([await has("10.0.0.21"), await has("10.0.0.22")]).toEqual([false, false]);
});

test("an address with an existing IPAddress object is taken", async () => {
  const parentRef = { resource: "services", namespace: "default", name: "other" };
  await api.ask("POST", ADDRESSES, { metadata: { name: "10.0.0.23" }, spec: { parentRef } });
  const { status, body } = await api.ask("POST", SERVICES, service("d", { clusterIP: "10.0.0.23" }) as never);
  expect(status).toBe(422);
  expect(body.message).toContain("failed to allocate IP 10.0.0.23: provided IP is already allocated");
});
