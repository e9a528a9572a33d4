import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest, sampledCount } from "../../test/parts/sampled.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { definitionOf } from "../../test/tools/custom-definition.tool.ts";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../test/tools/in-memory-cluster.tool.ts";
import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import type { JsonObject } from "../json/value.ts";
import { altered } from "../storage/altered.tool.ts";
import { openEtcdStorage } from "../storage/etcd/etcd-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { startControllers } from "./start-controllers.ts";

const NAMESPACES = "/api/v1/namespaces";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const [found] = findEtcds();
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Writes of objects named `late` wait for this promise. */
let gate: Promise<void> = Promise.resolve();
let waiting = 0;

/** Delays writes, like a slow webhook: the delay is between the last read of an object and its write. */
const slow = (storage: Storage): Storage =>
  altered(storage, {
    async create(...args) {
      const isContent = /^\/registry\/(configmaps|example.com\/things)\//.test(args[0]);
      const isLate = args[0].endsWith("/late");
      if (isLate) waiting++;
      if (isLate) await gate;
      else if (isContent) await pause(Math.random() * 60);
      return storage.create(...args);
    },
  });

describe.skipIf(found === undefined)("what goes away while other servers fill it", () => {
  let etcd: RunningEtcd;
  let servers: InMemoryCluster[];
  /** The controllers run on both servers, which causes more conflicts than one leader would. */
  let controllers: { stop(): void }[];

  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
    const open = () => openEtcdStorage({ endpoints: [etcd.endpoint] });
    const plugins = createBuiltinPlugins().filter(({ name }) => name !== "ServiceAccount");
    const start = async () => startInMemoryCluster({ plugins, storage: slow(await open()) });
    servers = [await start(), await start()];
    controllers = await Promise.all(
      servers.map(({ cluster }) =>
        startControllers({ ...cluster, caBundle: "", eventTtlMs: 3_600_000 }, ["*"], () => {}),
      ),
    );
  });
  afterAll(async () => {
    for (const one of controllers) one.stop();
    for (const server of servers) await server.stop();
    await etcd.stop();
  });

  const on = (n: number): InMemoryCluster => servers[n % 2] as InMemoryCluster;
  const post = (n: number, path: string, body: JsonObject): Promise<Answered> =>
    on(n).ask("POST", path, body);

  /** Returns the keys in etcd whose namespace does not exist. */
  async function orphans(): Promise<string[]> {
    const storage = await openEtcdStorage({ endpoints: [etcd.endpoint] });
    const all = (await storage.list("/registry/")).entries;
    await storage.close();
    const names = new Set(
      all.filter(({ key }) => key.startsWith("/registry/namespaces/")).map(({ key }) => key.split("/")[3]),
    );
    return all
      .filter(({ document }) => {
        const { metadata } = document.value as { metadata?: { namespace?: string } };
        return metadata?.namespace !== undefined && !names.has(metadata.namespace);
      })
      .map(({ key }) => key);
  }

  /**
   * Creates objects in a namespace through both servers until both report that it is gone; `begun` resolves
   * after the first object.
   */
  function fill(namespace: string): { begun: Promise<void>; done: Promise<unknown> } {
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const from = async (n: number): Promise<void> => {
      for (;;) {
        const path = `${NAMESPACES}/${namespace}/configmaps`;
        const { status, body } = await post(n, path, { metadata: { generateName: `m${n}-` } });
        if (status === 201) begin();
        else if (status === 404) return;
        else expect([status, body.reason]).toEqual([403, "Forbidden"]);
        if (status === 403) await pause(20);
      }
    };
    return { begun, done: Promise.all([0, 1, 0, 1, 0, 1].map(from)) };
  }

  test("who was admitted before a namespace went is refused after it", async () => {
    for (const n of [0, 1]) {
      const name = `before${n}`;
      await post(0, NAMESPACES, { metadata: { name } });
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      const late = post(n, `${NAMESPACES}/${name}/configmaps`, { metadata: { name: "late" } });
      await expect.poll(() => waiting).toBe(n + 1);
      await on(0).ask("DELETE", `${NAMESPACES}/${name}`);
      await expect.poll(async () => (await on(0).ask("GET", `${NAMESPACES}/${name}`)).status).toBe(404);
      open();
      expect((await late).body.message).toBe(`namespaces "${name}" not found`);
    }
    expect(await orphans()).toEqual([]);
  });

  longTest(
    "nothing is left in namespaces that are gone, and what is made in the next one of that name stays",
    async () => {
      const lives = async (n: number): Promise<void> => {
        const name = `n${n}`;
        for (let life = 0; life < 2; life++) {
          await expect.poll(async () => (await post(n, NAMESPACES, { metadata: { name } })).status).toBe(201);
          const filling = fill(name);
          await filling.begun;
          expect((await on(n + life).ask("DELETE", `${NAMESPACES}/${name}`)).status).toBe(200);
          await filling.done;
        }
        if (n % 2 === 0) return;
        await expect.poll(async () => (await post(n, NAMESPACES, { metadata: { name } })).status).toBe(201);
        const kept = await Promise.all(
          Array.from({ length: 6 }, (_, i) =>
            post(i, `${NAMESPACES}/${name}/configmaps`, { metadata: { name: `kept${i}` } }),
          ),
        );
        expect(kept.map(({ status }) => status)).toEqual(kept.map(() => 201));
      };
      const many = Array.from({ length: sampledCount(8) }, (_, n) => n);
      await Promise.all(many.map(lives));
      await pause(1000);
      expect(await orphans()).toEqual([]);
      for (const n of many.filter((one) => one % 2 === 1)) {
        const { body } = await on(n).ask("GET", `${NAMESPACES}/n${n}/configmaps`);
        const names = (body.items as unknown as { metadata: { name: string } }[]).map(
          (one) => one.metadata.name,
        );
        expect(names.filter((name) => name.startsWith("kept"))).toHaveLength(6);
      }
    },
  );

  test("nothing is left of a definition that is gone", async () => {
    const definition = definitionOf("Thing");
    const things = "/apis/example.com/v1/namespaces/default/things";
    const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { generateName: "t-" } };
    for (let round = 0; round < sampledCount(5); round++) {
      await expect.poll(async () => (await post(round, DEFINITIONS, definition)).status).toBe(201);
      for (const n of [0, 1]) await expect.poll(async () => (await post(n, things, thing)).status).toBe(201);
      const filling = [0, 1, 0, 1].map(async (n) => {
        for (let status = 0; status !== 404; await pause(status === 403 ? 10 : 0))
          ({ status } = await post(n, things, thing));
      });
      await pause(50);
      await on(round).ask("DELETE", `${DEFINITIONS}/things.example.com`);
      await Promise.all(filling);
      const storage = await openEtcdStorage({ endpoints: [etcd.endpoint] });
      expect((await storage.list("/registry/example.com/")).entries.map(({ key }) => key)).toEqual([]);
      await storage.close();
    }
  });
});
