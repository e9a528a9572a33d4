import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findEtcds, startEtcdMembers } from "../../../test/process/etcd.mjs";
import { sealing, until, written } from "../contract-tools.ts";
import type { Storage } from "../storage.ts";
import { openEtcdStorage } from "./etcd-storage.ts";

const etcds = findEtcds();
test.skipIf(etcds.length > 0)("skipped: there is no etcd here", () => {});

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

/** Etcd itself lets a write wait for 7 seconds whose leader went away; whatever begins later is quicker. */
const LONGEST_GAP_MS = 12_000;

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

  /** Writes all the time, each a key of its own; which gap between two was the longest, in milliseconds. */
  async function writeDuring(disturb: () => Promise<void>): Promise<{ keys: string[]; gap: number }> {
    const keys: string[] = [];
    let over = false;
    let gap = 0;
    const writing = (async () => {
      for (let last = performance.now(); !over; last = performance.now()) {
        const key = `/registry/k${String(keys.length).padStart(6, "0")}`;
        await createAnyhow(storage, key);
        keys.push(key);
        gap = Math.max(gap, performance.now() - last);
      }
    })();
    await disturb();
    over = true;
    await writing;
    return { keys, gap };
  }

  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  test("goes on within seconds when its member stops, and loses nothing", async () => {
    const revisions: number[] = [];
    storage.watch("/registry/", storage.revision, {
      change: ({ revision }) => revisions.push(revision),
      closed: () => {},
    });
    const { keys, gap } = await writeDuring(async () => {
      await pause(500);
      process.kill(etcd.members[0]?.pid as number, "SIGSTOP");
      await pause(16_000);
      process.kill(etcd.members[0]?.pid as number, "SIGCONT");
      await pause(2000);
    });
    expect(gap).toBeLessThan(LONGEST_GAP_MS);
    expect((await storage.list("/registry/k")).entries.map(({ key }) => key)).toEqual(keys);
    await until(() => revisions.length >= keys.length);
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
  }, 180_000);

  test("goes on within seconds when members are killed, one after the other", async () => {
    const { keys, gap } = await writeDuring(async () => {
      for (const member of etcd.members) {
        await member.kill();
        await pause(4000);
        await member.restart();
        await pause(1000);
      }
    });
    expect(gap).toBeLessThan(LONGEST_GAP_MS);
    expect((await storage.list("/registry/k")).entries.map(({ key }) => key)).toEqual(keys);
  }, 180_000);

  test("knows of what others write while its own member is stopped", async () => {
    const [first, ...others] = etcd.members;
    const other = await openEtcdStorage({ endpoints: others.map(({ endpoint }) => endpoint) });
    const seen: string[] = [];
    storage.watch("/registry/", storage.revision, { change: ({ key }) => seen.push(key), closed: () => {} });
    process.kill(first?.pid as number, "SIGSTOP");
    await createAnyhow(other, "/registry/a");
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(["/registry/a"]);
    process.kill(first?.pid as number, "SIGCONT");
    written(await other.create("/registry/b", sealing({})));
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(["/registry/a", "/registry/b"]);
    await other.close();
  });
});
