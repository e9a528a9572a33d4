import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest } from "../../../test/parts/sampled.ts";
import { newestEtcd, type RunningEtcd, startEtcd } from "../../../test/process/etcd.mjs";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { type Copied, type CopyOptions, copyStore } from "../copy/copy.ts";
import type { Source, Target } from "../copy/places.ts";
import { storedForm } from "../copy/stored-item.ts";
import { createEtcdClient, type EtcdClient } from "../etcd/client.ts";
import { openEtcdSource } from "../etcd/etcd-source.ts";
import { openEtcdStorage } from "../etcd/etcd-storage.ts";
import { openEtcdTarget } from "../etcd/etcd-target.ts";
import { openLmdbSource } from "../lmdb/lmdb-source.ts";
import { openLmdbTarget } from "../lmdb/lmdb-target.ts";
import { createMaps, failing, instead, itemsOf, mapKey, sealingMap, withStore } from "./moves.tool.ts";

const found = newestEtcd();

describe.skipIf(found === undefined)("copyStore with etcd", () => {
  let etcd: RunningEtcd;
  let client: EtcdClient;
  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
    client = createEtcdClient({ endpoints: [etcd.endpoint] });
  });
  afterAll(async () => {
    client?.close();
    await etcd?.stop();
  });

  let prefixes = 0;
  /** A prefix without keys. */
  const place = () => ({ endpoints: [etcd.endpoint], prefix: `/test${prefixes++}/` });
  type EtcdPlace = ReturnType<typeof place>;

  const folderWith = async (count: number): Promise<string> => {
    const dir = folderForTest();
    await withStore(dir, (storage) => createMaps(storage, 1, count));
    return dir;
  };
  const copy = async (source: Source, target: Target, options?: CopyOptions): Promise<Copied> => {
    try {
      return await copyStore(source, target, options);
    } finally {
      await target.close();
      await source.close();
    }
  };
  const toFolder = (dataDir: string) => openLmdbTarget({ dataDir, bumpRevision: 0 });
  const put = (at: EtcdPlace, key: string, value: string) =>
    client.txn({
      success: [{ put: { key: Buffer.from(at.prefix + key), value: Buffer.from(value) } }],
    });
  /** By key, in the form that is the same everywhere. */
  const formsOf = async (source: Source): Promise<Map<string, string>> => {
    const items = await itemsOf(source);
    return new Map(
      items.map(({ key, revision, text }) => [
        key,
        storedForm({ key, revision, bytes: Buffer.from(text) }).toString(),
      ]),
    );
  };

  longTest("5,000 objects go from a folder to etcd and back, and are the same to the byte", async () => {
    const [from, back, at] = [await folderWith(5000), folderForTest(), place()];
    const there = await copy(openLmdbSource(from), openEtcdTarget(at));
    expect(there).toMatchObject({ objects: 5000, written: 5000 });
    const again = await copy(await openEtcdSource(at), toFolder(back));
    expect([again.objects, again.digest]).toEqual([5000, there.digest]);
    expect(await formsOf(openLmdbSource(back))).toEqual(await formsOf(openLmdbSource(from)));
    const inEtcd = new Map(
      (await itemsOf(await openEtcdSource(at))).map(({ key, revision }) => [key, revision]),
    );
    for (const { key, revision, text } of await itemsOf(openLmdbSource(back))) {
      expect(revision).toBe(inEtcd.get(key));
      expect(JSON.parse(text).metadata.resourceVersion).toBe(String(revision));
    }
  });

  test("the revision of etcd is brought above those that clients have seen", async () => {
    const [from, at] = [await folderWith(3), place()];
    await withStore(from, async (storage) => {
      for (let n = 0; n < 1500; n++) {
        const entry = await storage.get(mapKey(1));
        await storage.update(mapKey(1), entry?.revision ?? 0, sealingMap(1, `${n}`));
      }
    });
    const { revision, notes } = await copy(openLmdbSource(from), openEtcdTarget(at));
    expect(notes).toEqual([]);
    for (const item of await itemsOf(await openEtcdSource(at)))
      expect(item.revision).toBeGreaterThan(revision);
    const storage = await openEtcdStorage(at);
    expect(storage.compacted).toBeGreaterThan(revision);
    await storage.close();
  });

  test("where that is too far, it is said what to do", async () => {
    const [from, far] = [await folderWith(3), folderForTest()];
    const target = openLmdbTarget({ dataDir: far, bumpRevision: 1_000_000_000 });
    await copy(openLmdbSource(from), target);
    const { notes } = await copy(openLmdbSource(far), openEtcdTarget(place()));
    expect(notes.join()).toContain("clients may have seen revisions up to 1000000004");
  });

  test("a server refuses the half of a copy, and another copy does, until it is finished", async () => {
    const [from, at] = [await folderWith(1200), place()];
    await expect(copy(openLmdbSource(from), failing(openEtcdTarget(at), 1))).rejects.toThrow("killed");
    const text = `an unfinished copy of lmdb:${from} lies there`;
    await expect(openEtcdStorage(at)).rejects.toThrow(text);
    await expect(copy(await openEtcdSource(at), toFolder(folderForTest()))).rejects.toThrow(text);
    await expect(copy(openLmdbSource(await folderWith(2)), openEtcdTarget(at))).rejects.toThrow(
      `an unfinished copy of lmdb:${from}: finish that one`,
    );
    const copied = await copy(openLmdbSource(from), openEtcdTarget(at));
    expect(copied).toMatchObject({ objects: 1200, written: 700 });
    await (await openEtcdStorage(at)).close();
  });

  test("of two copies into one prefix the younger one goes on, and the older one ends", async () => {
    const [from, at] = [await folderWith(1200), place()];
    const older = openEtcdTarget(at);
    let younger: Promise<Copied> | undefined;
    const overtaken = instead(older, "write", async (items, form) => {
      younger ??= copy(openLmdbSource(from), openEtcdTarget(at));
      await younger;
      await older.write(items, form);
    });
    await expect(copy(openLmdbSource(from), overtaken)).rejects.toThrow("another copy into etcd:");
    expect(await younger).toMatchObject({ objects: 1200 });
    expect((await formsOf(await openEtcdSource(at))).size).toBe(1200);
  });

  test("a copy goes on through an etcd that is killed and comes back", async () => {
    const [from, at] = [await folderWith(1200), place()];
    const target = openEtcdTarget(at);
    let kills = 0;
    const through = instead(target, "write", async (items, form) => {
      if (kills++ === 0) {
        await etcd.kill();
        setTimeout(() => void etcd.restart(), 500);
      }
      await target.write(items, form);
    });
    expect(await copy(openLmdbSource(from), through)).toMatchObject({ objects: 1200, written: 1200 });
  });

  test("what is there is refused, replaced when told to, and left alone when it is the same", async () => {
    const [from, at] = [await folderWith(5), place()];
    await put(at, "configmaps/default/c2", '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c2"}}');
    await put(at, "configmaps/default/z", '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"z"}}');
    await expect(copy(openLmdbSource(from), openEtcdTarget(at))).rejects.toThrow(
      "holds something else already; with --overwrite",
    );
    const copied = await copy(openLmdbSource(from), openEtcdTarget(at), { overwrite: true });
    expect(copied).toMatchObject({ objects: 5, written: 5, removed: 1 });
    const again = await copy(openLmdbSource(from), openEtcdTarget(at));
    expect(again).toMatchObject({ objects: 5, written: 0, removed: 0 });
  });

  test("a prefix on which a server works is not written to", async () => {
    const from = await folderWith(2);
    const lease = place();
    const renewTime = new Date().toISOString();
    const spec = { holderIdentity: "a", renewTime };
    await put(lease, "leases/kube-system/sallyport-controllers", JSON.stringify({ kind: "Lease", spec }));
    const master = place();
    await put(master, "masterleases/10.0.0.1", "{}");
    for (const at of [lease, master])
      await expect(copy(openLmdbSource(from), openEtcdTarget(at), { overwrite: true })).rejects.toThrow(
        "a server works on etcd:",
      );
  });

  test("openEtcdSource knows whether a server works there, and how large the file is", async () => {
    const at = place();
    await put(at, "masterleases/10.0.0.1", "{}");
    const [served, alone] = [await openEtcdSource(at), await openEtcdSource(place())];
    expect([await served.inUse(), await alone.inUse()]).toEqual(["a server", undefined]);
    const { size = 0, free = -1 } = await served.space();
    expect(size).toBeGreaterThan(0);
    expect(free).toBeGreaterThanOrEqual(0);
    await Promise.all([served.close(), alone.close()]);
  });

  test("what belongs to servers and their watches is not copied, and protobuf is refused by name", async () => {
    const [at, to] = [place(), folderForTest()];
    await put(at, "masterleases/10.0.0.1", "{}");
    await put(at, "sallyport/newest", "{}");
    const big = '{"kind":"Big","apiVersion":"v1","metadata":{"name":"b"},"n":9007199254740993}\n';
    await put(at, "big/b", big);
    expect(await copy(await openEtcdSource(at), toFolder(to))).toMatchObject({ objects: 1 });
    const [item] = await itemsOf(openLmdbSource(to));
    expect(item?.text).toContain('"n":9007199254740993');
    const other = place();
    await copy(await openEtcdSource(at), openEtcdTarget(other));
    expect((await itemsOf(await openEtcdSource(other))).map(({ text }) => text)).toEqual([big]);
    await put(at, "pods/default/p", "k8s\u0000something");
    await expect(copy(await openEtcdSource(at), toFolder(folderForTest()))).rejects.toThrow(
      "the object under /registry/pods/default/p is not stored as JSON",
    );
  });

  test("an object that etcd does not take is named", async () => {
    const from = folderForTest();
    await withStore(from, (storage) => storage.create(mapKey(1), sealingMap(1, "x".repeat(3_000_000))));
    await expect(copy(openLmdbSource(from), openEtcdTarget(place()))).rejects.toThrow(
      /configmaps\/default\/c1 has 30\d+ bytes, which is too much for etcd/,
    );
  });

  test("a source whose past is compacted away meanwhile is read again", async () => {
    const [at, to] = [place(), folderForTest()];
    await copy(openLmdbSource(await folderWith(450)), openEtcdTarget(at));
    const target = toFolder(to);
    let isCompacted = false;
    const compacting = instead(target, "write", async (items, form) => {
      if (!isCompacted) {
        isCompacted = true;
        await put(at, "configmaps/default/z", '{"kind":"ConfigMap","metadata":{"name":"z"}}');
        const { header } = await client.range({ key: Buffer.from("/") });
        await client.compact(Number(header.revision));
      }
      await target.write(items, form);
    });
    expect(await copy(await openEtcdSource(at), compacting)).toMatchObject({ objects: 451 });
  });
});
