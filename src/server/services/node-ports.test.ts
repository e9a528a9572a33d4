import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { Answered } from "../../../test/tools/in-memory-cluster.tool.ts";
import { Document } from "../../api/object/document.ts";
import type { JsonObject } from "../../json/value.ts";
import { createMemoryStorage } from "../../storage/memory/memory-storage.ts";
import type { Entry } from "../../storage/storage.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const MERGE = { "content-type": "application/merge-patch+json" };
const KEY = "/registry/ranges/servicenodeports";

const storage = createMemoryStorage();
const api = await clusterForTests({ storage, serviceNodePortRange: "30000-30009" });

const create = (name: string, spec: JsonObject = {}, query = ""): Promise<Answered> =>
  api.ask("POST", `${SERVICES}${query}`, {
    metadata: { name },
    spec: { type: "NodePort", ports: [{ port: 80 }], ...spec },
  });
const remove = (name: string): Promise<Answered> => api.ask("DELETE", `${SERVICES}/${name}`);
const portsOf = ({ body }: Answered): (number | undefined)[] =>
  (body.spec as unknown as { ports: { nodePort?: number }[] }).ports.map(({ nodePort }) => nodePort);

/** The stored bits, one for each port, the first port last. */
async function taken(): Promise<string> {
  const { data } = ((await storage.get(KEY)) as Entry).document.value as { data: string };
  return [...Buffer.from(data, "base64")]
    .map((byte) => byte.toString(2))
    .join("+")
    .replace(/^0\+/, "");
}

const load = (ports: number[]): JsonObject => ({
  type: "LoadBalancer",
  externalTrafficPolicy: "Local",
  ports: ports.map((nodePort, at) => ({ name: `p${at}`, port: 80 + at, nodePort })),
});

test("the object is there from the start, in kube-apiserver's form", async () => {
  const { revision, document } = (await storage.get(KEY)) as Entry;
  expect(document.value).toEqual({
    kind: "RangeAllocation",
    apiVersion: "v1",
    metadata: { resourceVersion: String(revision) },
    range: "30000-30009",
    data: "",
  });
});

test("ports are taken when a Service is created, and free when it is gone", async () => {
  await create("a", { ports: [{ port: 80, nodePort: 30_003 }] });
  expect(await taken()).toBe("1000");
  await create("b", { ...load([30_000]), healthCheckNodePort: 30_001 });
  expect(await taken()).toBe("1011");
  await remove("a");
  await remove("b");
  expect(await taken()).toBe("");
});

test("all of them can be had, and not one more", async () => {
  const made = await Promise.all(Array.from({ length: 14 }, (_, n) => create(`full${n}`)));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = made.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body.message))).toEqual(
    new Set(["Internal error occurred: failed to allocate a nodePort: range is full"]),
  );
  expect(new Set(made.filter(({ status }) => status === 201).flatMap(portsOf)).size).toBe(10);
  for (let n = 0; n < 14; n++) await remove(`full${n}`);
  expect(await taken()).toBe("");
});

test("what is refused, and what is tried out, takes nothing", async () => {
  expect((await create("Not_A_Name")).status).toBe(422);
  const outside = await create("x", { ports: [{ port: 80, nodePort: 29_999 }] });
  expect(outside.body.message).toBe(
    'Service "x" is invalid: spec.ports[0].nodePort: Invalid value: 29999: provided port is not in the valid range. The range of valid ports is 30000-30009',
  );
  const twice = await create("x", load([30_001, 30_001]));
  expect(twice.body.message).toContain(
    "spec.ports[1].nodePort: Invalid value: 30001: provided port is already",
  );
  const tried = await create(
    "x",
    {
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 81 },
      ],
    },
    "?dryRun=All",
  );
  expect(portsOf(tried)).toEqual([32_769, 32_770]);
  expect(await taken()).toBe("");
});

test("one port of a Service has one port of the nodes, under both protocols", async () => {
  const ports = [
    { name: "a", port: 80, protocol: "TCP" },
    { name: "b", port: 80, protocol: "UDP", nodePort: 30_004 },
  ];
  expect(portsOf(await create("both", { ports }))).toEqual([30_004, 30_004]);
  expect(await taken()).toBe("10000");
  await remove("both");
  expect(await taken()).toBe("");
});

test("an update takes what is new and gives back what is left out", async () => {
  await create("u", { ports: [{ port: 80, nodePort: 30_002 }] });
  const other = { spec: { ports: [{ port: 80, nodePort: 30_005 }] } };
  expect((await api.ask("PATCH", `${SERVICES}/u`, other, MERGE)).status).toBe(200);
  expect(await taken()).toBe("100000");
  const label = await api.ask("PATCH", `${SERVICES}/u`, { metadata: { labels: { a: "b" } } }, MERGE);
  expect(portsOf(label)).toEqual([30_005]);
  const inside = { spec: { type: "ClusterIP", ports: [{ port: 80, nodePort: null }] } };
  expect((await api.ask("PATCH", `${SERVICES}/u`, inside, MERGE)).status).toBe(200);
  expect(await taken()).toBe("");
  await remove("u");
});

test("a port that another Service has is refused, also for health checks", async () => {
  await create("first", { ports: [{ port: 80, nodePort: 30_000 }] });
  const second = await create("second", { ports: [{ port: 80, nodePort: 30_000 }] });
  expect(second.body.message).toBe(
    'Service "second" is invalid: spec.ports[0].nodePort: Invalid value: 30000: provided port is already allocated',
  );
  const health = await create("second", { ...load([30_001]), healthCheckNodePort: 30_000 });
  expect(health.body.message).toBe(
    "Internal error occurred: failed to allocate requested HealthCheck NodePort 30000: provided port is already allocated",
  );
  expect(await taken()).toBe("1");
  await remove("first");
});

/** Changes the stored object like another server. */
async function store(change: (bits: bigint) => bigint): Promise<void> {
  const { revision, document } = (await storage.get(KEY)) as Entry;
  const value = document.value as JsonObject;
  const hex = Buffer.from(value.data as string, "base64").toString("hex");
  const bits = change(BigInt(`0x0${hex}`)).toString(16);
  const data = Buffer.from(bits.padStart(4, "0"), "hex").toString("base64");
  await storage.update(KEY, revision, () => new Document({ ...value, data }));
  await new Promise(setImmediate);
}

/** Leaves the state of a server that ends before it writes the Service. */
const leak = (): Promise<void> => store((bits) => bits | (1n << 7n));

test("a port without a Service is free after three rounds, and only if no Service had it in between", async () => {
  await leak();
  for (const left of ["10000000", "10000000", ""]) {
    await api.cluster.repairServices();
    expect(await taken()).toBe(left);
  }
  await leak();
  for (let round = 0; round < 2; round++) await api.cluster.repairServices();
  await store(() => 0n);
  await leak();
  await api.cluster.repairServices();
  expect(await taken()).toBe("10000000");
  for (let round = 0; round < 2; round++) await api.cluster.repairServices();
  expect(await taken()).toBe("");
});

test("what a Service has is taken again when the object is lost", async () => {
  await create("kept", { ports: [{ port: 80, nodePort: 30_006 }] });
  await storage.delete(KEY, (await storage.get(KEY))?.revision ?? 0);
  const { body } = await create("other", { ports: [{ port: 80, nodePort: 30_006 }] });
  expect(body.message).toContain("provided port is already allocated");
  expect(await taken()).toBe("1000000");
  await remove("kept");
});
