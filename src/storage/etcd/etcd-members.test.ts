import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { longTest, sampled } from "../../../test/parts/sampled.ts";
import { findEtcds, startEtcdMembers } from "../../../test/process/etcd.mjs";
import { sealing, until, written } from "../contract/tools.ts";
import type { Storage } from "../storage.ts";
import { openEtcdStorage } from "./etcd-storage.ts";

const etcds = sampled(findEtcds());
if (etcds.length === 0) test.skip("there is no etcd here");

/** A write that was under way when a member went may fail: then it is looked whether it happened. */
async function createAnyhow(storage: Storage, key: string): Promise<void> {
  for (;;) {
    try {
      await storage.create(key, sealing({ key }));
      return;
    } catch {
      if ((await storage.get(key).catch(() => undefined)) !== undefined) return;
    }
  }
}

/** Number of writes that show that the storage continues to work. */
const SOME = 20;

describe.each(etcds)("etcd $version of three members", (found) => {
  let etcd: Awaited<ReturnType<typeof startEtcdMembers>>;
  let storage: Storage;

  beforeEach(async () => {
    etcd = await startEtcdMembers(found, { count: 3 });
    storage = await openEtcdStorage({ endpoints: etcd.members.map(({ endpoint }) => endpoint) });
  });
  afterEach(async () => {
    await storage.close();
    await etcd.stop();
  });

  /** Writes all the time, each a key of its own. `goesOn`: more is written. */
  async function writeDuring(disturb: (goesOn: () => Promise<void>) => Promise<void>): Promise<string[]> {
    const keys: string[] = [];
    let over = false;
    const writing = (async () => {
      while (!over) {
        const key = `/registry/k${String(keys.length).padStart(6, "0")}`;
        await createAnyhow(storage, key);
        keys.push(key);
      }
    })();
    const goesOn = (): Promise<void> => {
      const before = keys.length;
      return until(
        () => keys.length > before + SOME,
        () => keys,
      );
    };
    await disturb(goesOn).finally(() => {
      over = true;
    });
    await writing;
    return keys;
  }

  test("continues while its member is stopped, and loses nothing", async () => {
    const revisions: number[] = [];
    storage.watch("/registry/", storage.revision, {
      change: ({ revision }) => revisions.push(revision),
      closed: () => {},
    });
    const keys = await writeDuring(async (goesOn) => {
      await goesOn();
      process.kill(etcd.members[0]?.pid as number, "SIGSTOP");
      await goesOn();
      process.kill(etcd.members[0]?.pid as number, "SIGCONT");
      await goesOn();
    });
    expect((await storage.list("/registry/k")).entries.map(({ key }) => key)).toEqual(keys);
    await until(
      () => revisions.length >= keys.length,
      () => revisions,
    );
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
  });

  longTest("continues when members are killed, one after the other", async () => {
    const keys = await writeDuring(async (goesOn) => {
      for (const member of etcd.members) {
        await member.kill();
        await goesOn();
        await member.restart();
        await goesOn();
      }
    });
    expect((await storage.list("/registry/k")).entries.map(({ key }) => key)).toEqual(keys);
  });

  longTest("knows of what others write while its own member is stopped", async () => {
    const [first, ...others] = etcd.members;
    const other = await openEtcdStorage({ endpoints: others.map(({ endpoint }) => endpoint) });
    const seen: string[] = [];
    storage.watch("/registry/", storage.revision, { change: ({ key }) => seen.push(key), closed: () => {} });
    process.kill(first?.pid as number, "SIGSTOP");
    await createAnyhow(other, "/registry/a");
    await expect.poll(() => seen).toEqual(["/registry/a"]);
    process.kill(first?.pid as number, "SIGCONT");
    written(await other.create("/registry/b", sealing({})));
    await expect.poll(() => seen).toEqual(["/registry/a", "/registry/b"]);
    await other.close();
  });
});
