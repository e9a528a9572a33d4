import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findEtcds, type RunningEtcd, startEtcd } from "../../../test/process/etcd.mjs";
import { sealing, until, written } from "../contract/tools.ts";
import { StorageError } from "../storage.ts";
import { openEtcdStorage } from "./etcd-storage.ts";
import { Leases } from "./leases.ts";

/** Leases with a recorded list of granted times, in seconds; the test sets the clock. */
function counted(): { leases: Leases; granted: number[]; wait(seconds: number): void } {
  const granted: number[] = [];
  let now = 0;
  const grantLease = async (_id: number, seconds: number): Promise<void> => void granted.push(seconds);
  return {
    leases: new Leases({ grantLease }, () => now),
    granted,
    wait: (seconds) => {
      now += seconds * 1000;
    },
  };
}

test("keys that go within a minute have one lease, which is not shorter than any of them wants", async () => {
  const { leases, granted, wait } = counted();
  const ids = await Promise.all(Array.from({ length: 20 }, () => leases.take(3600)));
  expect(new Set(ids).size).toBe(1);
  wait(59);
  expect(await leases.take(3600)).toBe(ids[0]);
  wait(2);
  expect(await leases.take(3600)).not.toBe(ids[0]);
  expect(granted).toEqual([3660, 3660]);
});

test("a lease has a thousand keys at most, and one that is much too long is not taken", async () => {
  const { leases, granted } = counted();
  for (let n = 0; n < 1001; n++) await leases.take(3600);
  expect(granted).toHaveLength(2);
  await leases.take(100);
  expect(granted.at(-1)).toBe(105);
  for (let n = 0; n < 3; n++) await leases.take(10);
  expect(granted.slice(-3)).toEqual([10, 10, 10]);
});

test("who is refused a lease is told, and the next one asks again", async () => {
  let away = true;
  const leases = new Leases({
    grantLease: async () => {
      if (away) throw new StorageError("Failed", "etcd is away");
    },
  });
  await expect(leases.take(60)).rejects.toThrow("etcd is away");
  away = false;
  expect(await leases.take(60)).toBeGreaterThan(0);
});

const [found] = findEtcds();

describe.skipIf(found === undefined)("leases of etcd", () => {
  let etcd: RunningEtcd;
  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
  });
  afterAll(() => etcd.stop());

  const ask = async (path: string, body: object): Promise<{ leases?: { ID: string }[] }> => {
    const answer = await fetch(`${etcd.endpoint}/v3/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.json()) as { leases?: { ID: string }[] };
  };

  test("all keys of a lease go at once, everybody hears of each, and a lease that is lost is replaced", async () => {
    const [a, b] = [
      await openEtcdStorage({ endpoints: [etcd.endpoint] }),
      await openEtcdStorage({ endpoints: [etcd.endpoint] }),
    ];
    const seen = [a, b].map((storage) => {
      const gone: string[] = [];
      storage.watch("/registry/events/", storage.revision, {
        change: ({ type, key }) => type === "deleted" && gone.push(key),
        closed: () => {},
      });
      return gone;
    });
    const make = async (n: number) =>
      written(await a.create(`/registry/events/e${n}`, sealing({ n }), { ttlSeconds: 3600 }));
    for (let n = 0; n < 50; n++) await make(n);
    const { leases = [] } = await ask("lease/leases", {});
    expect(leases).toHaveLength(1);
    await ask("lease/revoke", leases[0] as object);
    await until(
      () => seen.every((gone) => gone.length === 50),
      () => seen.map((one) => one.length),
    );
    expect(seen[0]).toEqual(seen[1]);
    expect((await b.list("/registry/events/")).entries).toEqual([]);
    await make(0);
    expect((await ask("lease/leases", {})).leases).toHaveLength(1);
    expect((await b.list("/registry/events/")).entries).toHaveLength(1);
    await Promise.all([a.close(), b.close()]);
  });
});
