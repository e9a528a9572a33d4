import { describe, expect, test } from "vitest";
import { sampled, sampledCount } from "../../../test/parts/sampled.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../../../test/process/etcd.mjs";
import { testRandomOperations } from "../contract/random-operations.tool.ts";
import { sealing, until, written } from "../contract/tools.ts";
import { describeStorage, type OpenedStorage } from "../contract.ts";
import type { Storage } from "../storage.ts";
import { createEtcdClient } from "./client.ts";
import { openEtcdStorage } from "./etcd-storage.ts";

const etcds = sampled(findEtcds());

const storageOn = (etcd: RunningEtcd): Promise<Storage> =>
  openEtcdStorage({ endpoints: [etcd.endpoint], prefix: "/test/", ownPrefix: "" });

for (const found of etcds) {
  const open = async (): Promise<OpenedStorage> => {
    const etcd = await startEtcd(found);
    let storage = await storageOn(etcd);
    return {
      storage,
      expires: true,
      reopen: async () => {
        await storage.close();
        storage = await storageOn(etcd);
        return storage;
      },
      close: async () => {
        await storage.close();
        await etcd.stop();
      },
    };
  };
  describeStorage(`etcd ${found.version}`, open);
  testRandomOperations(open, { operations: sampledCount(1_500) });
}

describe.skipIf(etcds.length === 0)("several servers on one etcd", () => {
  const [found] = etcds;
  const withTwo = async (
    run: (a: Storage, b: Storage, etcd: RunningEtcd) => Promise<void>,
  ): Promise<void> => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    const [a, b] = [await storageOn(etcd), await storageOn(etcd)];
    await run(a, b, etcd);
    await Promise.all([a.close(), b.close()]);
    await etcd.stop();
  };

  test("what one has written the other reads at once, and writes on top of it", () =>
    withTwo(async (a, b) => {
      for (let n = 0; n < 50; n++) {
        const [writer, reader] = n % 2 === 0 ? [a, b] : [b, a];
        const entry = written(await writer.create(`/k${n}`, sealing({ n })));
        expect((await reader.get(`/k${n}`))?.revision).toBe(entry.revision);
        written(await reader.update(`/k${n}`, entry.revision, sealing({ n: -n })));
        expect((await writer.update(`/k${n}`, entry.revision, sealing({}))).kind).toBe("conflict");
      }
      expect(await a.list("/", {})).toEqual(await b.list("/", {}));
    }));

  test("what one has written the other knows after catchUp", () =>
    withTwo(async (a, b) => {
      for (let n = 0; n < 20; n++) {
        const entry = written(await a.create(`/k${n}`, sealing({ n })));
        await b.catchUp();
        expect(b.getCached(`/k${n}`)?.revision).toBe(entry.revision);
        expect(b.listCached("/").entries).toHaveLength(n + 1);
      }
    }));

  test("writes of others outside of the prefix hold nobody up", async () => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    const storage = await openEtcdStorage({ endpoints: [etcd.endpoint] });
    const stranger = createEtcdClient({ endpoints: [etcd.endpoint] });
    written(await storage.create("/registry/a", sealing({ n: 1 })));
    const put = { key: Buffer.from("/elsewhere"), value: Buffer.from("x") };
    await stranger.txn({ success: [{ put }] });
    expect((await storage.list("/registry/")).entries.map(({ key }) => key)).toEqual(["/registry/a"]);
    const again = await openEtcdStorage({ endpoints: [etcd.endpoint] });
    expect((await again.list("/registry/")).entries).toHaveLength(1);
    await Promise.all([storage.close(), again.close()]);
    stranger.close();
    await etcd.stop();
  });

  test("a watch from a revision outside of the prefix tells its progress", async () => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    const storage = await openEtcdStorage({ endpoints: [etcd.endpoint] });
    const stranger = createEtcdClient({ endpoints: [etcd.endpoint] });
    const put = { key: Buffer.from("/elsewhere"), value: Buffer.from("x") };
    await stranger.txn({ success: [{ put }] });
    const { revision } = await storage.list("/registry/");
    const told = new Promise<number>((resolve) => {
      const watch = storage.watch("/registry/", revision, {
        change: () => {},
        progress: resolve,
        closed: () => {},
      });
      watch.requestProgress();
    });
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, 5000, undefined));
    expect(await Promise.race([told, late])).toBe(revision);
    await storage.close();
    stranger.close();
    await etcd.stop();
  });

  test("an object whose key ends as the mark does is an object like any other", async () => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    const storage = await openEtcdStorage({ endpoints: [etcd.endpoint] });
    const key = "/registry/configmaps/sallyport/newest";
    written(await storage.create(key, sealing({ n: 1 })));
    const again = await openEtcdStorage({ endpoints: [etcd.endpoint] });
    expect((await again.get(key))?.document.value).toEqual({ n: 1 });
    await Promise.all([storage.close(), again.close()]);
    await etcd.stop();
  });

  test("a watch that is closed does not say that it ended, also when etcd has cancelled it", async () => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    const client = createEtcdClient({ endpoints: [etcd.endpoint] });
    const put = { key: Buffer.from("/a"), value: Buffer.from("x") };
    for (let i = 0; i < 3; i++) await client.txn({ success: [{ put }] });
    await client.compact(4);
    let ends = 0;
    const cancelled = await new Promise<boolean>((resolve) => {
      const stream = client.watch(
        { key: Buffer.from("/"), rangeEnd: Buffer.from("0"), startRevision: 1 },
        {
          message: ({ canceled }) => {
            if (!canceled) return;
            stream.close();
            resolve(canceled);
          },
          ended: () => {
            ends++;
          },
        },
      );
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([cancelled, ends]).toEqual([true, 0]);
    client.close();
    await etcd.stop();
  });

  test("one of many who create the same key on both wins", () =>
    withTwo(async (a, b) => {
      const tries = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? a : b).create("/a", sealing({ n })));
      const results = await Promise.all(tries);
      expect(results.filter(({ kind }) => kind === "written")).toHaveLength(1);
    }));

  test("both see every change in the same order, through an etcd that is killed and comes back", () =>
    withTwo(async (a, b, etcd) => {
      const seen = [a, b].map((storage) => {
        const revisions: number[] = [];
        storage.watch("/", 1, { change: ({ revision }) => revisions.push(revision), closed: () => {} });
        return revisions;
      });
      for (let n = 0; n < 20; n++) written(await a.create(`/a${n}`, sealing({ n })));
      await etcd.kill();
      await expect(b.create("/down", sealing({}))).rejects.toMatchObject({ code: "Failed" });
      await etcd.restart();
      for (let n = 0; n < 20; n++) written(await b.create(`/b${n}`, sealing({ n })));
      await until(
        () => seen.every((revisions) => revisions.length >= 40),
        () => seen.map((one) => one.length),
      );
      expect(seen[0]).toEqual(seen[1]);
      expect(new Set(seen[0]).size).toBe(seen[0]?.length);
    }));
});
