import { describe, expect, onTestFinished, test } from "vitest";
import { isShort } from "../../../test/parts/sampled.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../../../test/process/etcd.mjs";
import { sealing, written } from "../contract/tools.ts";
import { describeStorage, type OpenedStorage } from "../contract.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { scratchEncoding } from "../encryption/scratch-encoding.tool.ts";
import type { Storage } from "../storage.ts";
import { createEtcdClient } from "./client.ts";
import { openEtcdStorage } from "./etcd-storage.ts";

const [found] = findEtcds();

const storageOn = ({ endpoint }: RunningEtcd, encoding: Encoding): Promise<Storage> =>
  openEtcdStorage({ endpoints: [endpoint], encoding });

const KEY = "/registry/secrets/default/a";
const secret = sealing({ password: "plain-text-of-the-secret" });
const readable = { password: "plain-text-of-the-secret" };

describe.skipIf(found === undefined || isShort)("with encryption", () => {
  const newEtcd = async (): Promise<RunningEtcd> => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    onTestFinished(() => etcd.stop());
    return etcd;
  };
  const opened = async (etcd: RunningEtcd, encoding: Encoding): Promise<Storage> => {
    const storage = await storageOn(etcd, encoding);
    onTestFinished(() => storage.close());
    return storage;
  };
  const storedIn = async ({ endpoint }: RunningEtcd): Promise<string> => {
    const client = createEtcdClient({ endpoints: [endpoint] });
    const { kvs } = await client.range({ key: Buffer.from(KEY) });
    client.close();
    return Buffer.from(kvs[0]?.value ?? []).toString("latin1");
  };

  describeStorage("etcd, encrypted", async (): Promise<OpenedStorage> => {
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    const open = () =>
      openEtcdStorage({
        endpoints: [etcd.endpoint],
        prefix: "/test/",
        ownPrefix: "",
        encoding: scratchEncoding("one"),
      });
    let storage = await open();
    return {
      storage,
      expires: true,
      reopen: async () => {
        await storage.close();
        storage = await open();
        return storage;
      },
      close: async () => {
        await storage.close();
        await etcd.stop();
      },
    };
  });

  test("another server reads what was written, and knows what is outdated", async () => {
    const etcd = await newEtcd();
    const before = await opened(etcd, scratchEncoding("one"));
    const after = await opened(etcd, scratchEncoding("two", "one"));
    const entry = written(await before.create(KEY, secret));
    expect(await storedIn(etcd)).toMatch(/^k8s:enc:aesgcm:v1:one:/);
    expect(await storedIn(etcd)).not.toContain("plain-text");
    const seen = await after.get(KEY);
    expect(seen?.document.value).toMatchObject(readable);
    expect([before.isOutdated?.(entry), after.isOutdated?.(seen!)]).toEqual([false, true]);
    const again = written(await after.update(KEY, entry.revision, secret));
    expect(await storedIn(etcd)).toMatch(/^k8s:enc:aesgcm:v1:two:/);
    expect(after.isOutdated?.(again)).toBe(false);
    const third = await opened(etcd, scratchEncoding("two", "one"));
    expect(third.isOutdated?.((await third.get(KEY))!)).toBe(false);
  });

  test("what cannot be decrypted is refused; all else is served, and what is written again can be read", async () => {
    const etcd = await newEtcd();
    const one = await opened(etcd, scratchEncoding("one"));
    const entry = written(await one.create(KEY, secret));
    const two = await opened(etcd, scratchEncoding("two"));
    const both = await opened(etcd, scratchEncoding("two", "one"));
    await expect(two.get(KEY)).rejects.toThrow("no matching prefix found");
    await expect(two.list("/registry/secrets/")).rejects.toThrow(
      `unable to transform key "${KEY}": no matching prefix found`,
    );
    await expect(two.update(KEY, entry.revision, secret)).rejects.toThrow("no matching prefix found");
    expect((await two.create(KEY, secret)).kind).toBe("conflict");
    written(await two.create("/registry/configmaps/default/a", secret));
    expect((await two.list("/registry/configmaps/")).entries).toHaveLength(1);
    written(await both.update(KEY, entry.revision, secret));
    expect((await two.get(KEY))?.document.value).toMatchObject(readable);
    // The same for a change that comes while it runs.
    const { revision } = (await one.get("/registry/none")) ?? { revision: 0 };
    expect(revision).toBe(0);
    written(await one.create(`${KEY}b`, secret));
    await expect(two.get(`${KEY}b`)).rejects.toThrow("no matching prefix found");
    const there = await one.get(`${KEY}b`);
    await one.delete(`${KEY}b`, there!.revision);
    expect(await two.get(`${KEY}b`)).toBeUndefined();
  });

  test("changes keep their order while a key is asked for", async () => {
    const etcd = await newEtcd();
    let letGo = (): void => {};
    const asked = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const encoding = scratchEncoding("one");
    const slow: Encoding = { ...encoding, prepare: (key) => (key === KEY ? asked : undefined) };
    const [writer, reader] = [await opened(etcd, encoding), await opened(etcd, slow)];
    const seen: string[] = [];
    const watch = reader.watch("/registry/", reader.revision, {
      change: ({ key }) => void seen.push(key),
      closed: () => {},
    });
    for (const name of ["a", "b", "c"])
      written(await writer.create(`/registry/secrets/default/${name}`, secret));
    const read = reader.get("/registry/secrets/default/c");
    letGo();
    expect((await read)?.document.value).toMatchObject(readable);
    // A read does not wait for the watch.
    await expect.poll(() => seen).toEqual(["a", "b", "c"].map((name) => `/registry/secrets/default/${name}`));
    watch.close();
  });
});
