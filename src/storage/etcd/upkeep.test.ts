import { afterEach, describe, expect, test } from "vitest";
import { sampled } from "../../../test/parts/sampled.ts";
import { findEtcds, type RunningEtcd, startEtcd, startEtcdMembers } from "../../../test/process/etcd.mjs";
import { sealing } from "../contract/tools.ts";
import type { Storage } from "../storage.ts";
import { createEtcdClient, type EtcdClient } from "./client.ts";
import { openEtcdStorage } from "./etcd-storage.ts";

const MIB = 2 ** 20;
const PATIENCE = { timeout: 120_000, interval: 50 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function clientOf(endpoints: readonly string[]): EtcdClient {
  const client = createEtcdClient({ endpoints });
  ends.push(() => client.close());
  return client;
}

async function storageOn(endpoints: readonly string[]): Promise<Storage> {
  const storage = await openEtcdStorage({ endpoints, upkeepMs: 200, smallBytes: 4 * MIB });
  ends.push(() => storage.close());
  return storage;
}

/** Many versions of one key, a mebibyte each unless told otherwise. */
async function fill(client: EtcdClient, mebibytes: number, each = MIB): Promise<number> {
  let revision = 0;
  const put = { key: Buffer.from("/elsewhere"), value: Buffer.alloc(each - 1024, 1) };
  for (let size = 0; size < mebibytes * MIB; size += each) {
    const { header } = await client.txn({ success: [{ put }] });
    revision = Number(header.revision);
  }
  return revision;
}

describe.each(sampled(findEtcds()))("upkeep of etcd $version", (found) => {
  test("a file that is more than half empty is made smaller on each member", async () => {
    const { members, stop } = await startEtcdMembers(found, { count: 3 });
    ends.push(stop);
    const endpoints = members.map(({ endpoint }) => endpoint);
    const client = clientOf(endpoints);
    await client.compact(await fill(client, 24), { physical: true });
    const sizes = () => Promise.all(client.maintenance.files.map(async (file) => (await file.size()).size));
    expect(Math.min(...(await sizes()))).toBeGreaterThan(16 * MIB);
    await Promise.all([storageOn(endpoints), storageOn(endpoints)]);
    const largest = async (): Promise<number> => {
      // Compacted space counts as free after the next write.
      await client.txn({ success: [{ put: { key: Buffer.from("/other"), value: Buffer.from("x") } }] });
      return Math.max(...(await sizes()));
    };
    await expect.poll(largest, PATIENCE).toBeLessThan(8 * MIB);
  });

  // Small ones fill the file to its end: as long as etcd does not count what was forgotten as free, hardly any of it is.
  test.each([MIB, MIB / 32])(
    "when versions of %d bytes fill etcd, its past is forgotten, and it takes writes again",
    async (each) => {
      const etcd: RunningEtcd = await startEtcd(found, {
        flags: ["--quota-backend-bytes", String(16 * MIB)],
      });
      ends.push(etcd.stop);
      const client = clientOf([etcd.endpoint]);
      await expect(fill(client, 40, each)).rejects.toMatchObject({ code: "NoSpace" });
      const storage = await storageOn([etcd.endpoint]);
      const write = (n: number) =>
        storage.create(`/registry/a${n}`, sealing({ n })).then(
          ({ kind }) => kind,
          ({ code }) => code,
        );
      let n = 0;
      await expect.poll(() => write(n++), PATIENCE).toBe("written");
      expect(await client.maintenance.noSpaceAlarms()).toEqual([]);
    },
  );
});

if (findEtcds().length === 0) test.skip("there is no etcd here");
