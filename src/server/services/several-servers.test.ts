import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findEtcds, type RunningEtcd, startEtcd } from "../../../test/process/etcd.mjs";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../test/tools/in-memory-cluster.tool.ts";
import { altered } from "../../storage/altered.tool.ts";
import { openEtcdStorage } from "../../storage/etcd/etcd-storage.ts";
import { type Entry, type Storage, StorageError } from "../../storage/storage.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";
const KEY = "/registry/ranges/servicenodeports";
const PORTS = 120;

interface Spec {
  readonly clusterIP: string;
  readonly healthCheckNodePort?: number;
  readonly ports: readonly { nodePort: number }[];
}

const specOf = ({ body }: Pick<Answered, "body">): Spec => body.spec as unknown as Spec;
const [found] = findEtcds();

describe.skipIf(found === undefined)("servers that share an etcd", () => {
  let etcd: RunningEtcd;
  let stores: Storage[];
  let servers: InMemoryCluster[];
  /** Called before each write of a Service by the first server. */
  let before: (write: () => Promise<unknown>) => Promise<void> = async () => {};

  const start = async (storage: Storage): Promise<InMemoryCluster> =>
    startInMemoryCluster({
      storage,
      serviceClusterIpRange: "10.0.0.0/23",
      serviceNodePortRange: `30000-${30_000 + PORTS - 1}`,
    });
  const open = (): Promise<Storage> => openEtcdStorage({ endpoints: [etcd.endpoint] });

  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
    stores = [await open(), await open()];
    servers = await Promise.all([faulty(stores[0] as Storage), stores[1] as Storage].map(start));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await etcd.stop();
  });

  const faulty = (storage: Storage): Storage =>
    altered(storage, {
      async create(...args) {
        const write = () => storage.create(...args);
        if (args[0].startsWith("/registry/services/specs/")) await before(write);
        return write();
      },
    });

  const on = (n: number): InMemoryCluster => servers[n % 2] as InMemoryCluster;
  const create = (n: number, name: string, spec: object = {}): Promise<Answered> =>
    on(n).ask("POST", SERVICES, {
      metadata: { name },
      spec: { type: "NodePort", ports: [{ port: 80 }], ...spec },
    });
  const remove = (n: number, name: string): Promise<Answered> => on(n).ask("DELETE", `${SERVICES}/${name}`);
  const taken = async (): Promise<number> => {
    const { data } = ((await (stores[1] as Storage).get(KEY)) as Entry).document.value as { data: string };
    return [...Buffer.from(data, "base64")].flatMap((byte) =>
      [...byte.toString(2)].filter((bit) => bit === "1"),
    ).length;
  };
  const addresses = async (): Promise<number> =>
    ((await on(1).ask("GET", ADDRESSES)).body.items as unknown[]).length;

  const many = 200;
  const all = Array.from({ length: many }, (_, n) => n);

  async function fillAll(): Promise<void> {
    const made = await Promise.all(all.map((n) => create(n, `s${n}`)));
    const got = made.filter(({ status }) => status === 201);
    const refused = made.filter(({ status }) => status !== 201);
    expect(got).toHaveLength(PORTS);
    expect(new Set(got.map((one) => specOf(one).ports[0]?.nodePort)).size).toBe(PORTS);
    expect(new Set(got.map((one) => specOf(one).clusterIP)).size).toBe(PORTS);
    expect(new Set(refused.map(({ body }) => body.message))).toEqual(
      new Set(["Internal error occurred: failed to allocate a nodePort: range is full"]),
    );
    expect([await taken(), await addresses()]).toEqual([PORTS, PORTS + 1]);
  }

  test("of two hundred Services that both create at once none shares a port or an address, and again after all are gone", async () => {
    await fillAll();
    await Promise.all(all.map((n) => remove(n + 1, `s${n}`)));
    expect([await taken(), await addresses()]).toEqual([0, 1]);
    await fillAll();
    await Promise.all(all.map((n) => remove(n, `s${n}`)));
    expect([await taken(), await addresses()]).toEqual([0, 1]);
  });

  test("one port that both want goes to one of them, and what one frees the other gives at once", async () => {
    for (let round = 0; round < 10; round++) {
      const nodePort = 30_000 + round;
      const wish = { clusterIP: "10.0.0.9", ports: [{ port: 80, nodePort }] };
      const answers = await Promise.all([create(0, "a", wish), create(1, "b", wish)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      const winner = answers.findIndex(({ status }) => status === 201);
      expect((await remove(winner, ["a", "b"][winner] ?? "")).status).toBe(200);
      expect((await create(winner + 1, "c", wish)).status).toBe(201);
      expect((await remove(winner, "c")).status).toBe(200);
      expect([await taken(), await addresses()]).toEqual([0, 1]);
    }
  });

  test("a server that does not know if a Service was stored frees none of its ports and addresses", async () => {
    before = async (write) => {
      await write();
      throw new StorageError("Failed", "no answer");
    };
    expect((await create(0, "unknown")).status).toBe(500);
    before = async () => {};
    const { ports, clusterIP } = specOf(await on(1).ask("GET", `${SERVICES}/unknown`));
    const wish = { ports: [{ port: 80, nodePort: ports[0]?.nodePort }] };
    expect((await create(1, "thief", wish)).body.message).toContain("provided port is already allocated");
    expect((await create(1, "thief", { clusterIP })).body.message).toContain(
      "provided IP is already allocated",
    );
    await remove(1, "unknown");
    expect([await taken(), await addresses()]).toEqual([0, 1]);
  });

  test("what a server took that ended before it wrote the Service comes back, and not what is on its way", async () => {
    before = async () => {
      throw new StorageError("Failed", "it ends here");
    };
    await create(0, "never");
    let go = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    before = () => waiting;
    const slow = create(0, "slow");
    await expect.poll(addresses).toBe(3);
    await expect.poll(taken).toBe(2);
    for (let round = 0; round < 2; round++) await on(1).cluster.repairServices();
    expect(await taken()).toBe(2);
    for (let round = 0; round < 3; round++) await on(0).cluster.repairServices();
    expect(await taken()).toBe(1);
    go();
    before = async () => {};
    expect((await slow).status).toBe(201);
    expect((await create(1, "thief", { ports: specOf(await slow).ports })).status).toBe(422);
    // The grace period of the address has not ended.
    expect(await addresses()).toBe(3);
    await remove(1, "slow");
  });
});
