import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Document } from "../../../api/object/document.ts";
import { altered, watchThrough } from "../../../storage/altered.tool.ts";
import { createMemoryStorage } from "../../../storage/index.ts";
import type { Storage } from "../../../storage/storage.ts";
import { announceReplica } from "./announced-replica.ts";
import { LEASES } from "./replica-lease.ts";
import { isInEffect, type Replicas } from "./replicas.ts";

const LEASE_MS = 1500;
const PATIENCE = { timeout: 120_000, interval: 1 };
const ends: (() => Promise<void>)[] = [];
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"],
  });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await inTime(end());
  vi.useRealTimers();
});

/** Returns a function that advances the time by 50 ms and then calls `look`. */
const later =
  <T>(look: () => T) =>
  async (): Promise<Awaited<T>> => {
    await vi.advanceTimersByTimeAsync(50);
    return await look();
  };
/** Advances the time by 100 ms, and waits for `work`. */
async function inTime(work: Promise<void>): Promise<void> {
  await vi.advanceTimersByTimeAsync(100);
  await work;
}

function newStore(): Storage {
  const storage = createMemoryStorage();
  ends.push(() => storage.close());
  return storage;
}

async function announced(
  storage: Storage,
  name: string,
  options: { leaseMs?: number } = {},
): Promise<Replicas> {
  const replica = await announceReplica({
    storage,
    replica: { name },
    leaseMs: LEASE_MS,
    uid: randomUUID,
    now: Date.now,
    warn: () => {},
    ...options,
  });
  ends.push(() => replica.close());
  return replica;
}

/** A connection to the store that can be interrupted: writes fail, and changes wait until it is restored. */
function fragile(storage: Storage): Storage & { cut(): void; mend(): void } {
  let held: (() => void)[] | undefined;
  const whole = <T>(run: () => Promise<T>): Promise<T> =>
    held === undefined ? run() : Promise.reject(new Error("cut off"));
  return altered(storage, {
    get: (key, revision) => whole(() => storage.get(key, revision)),
    catchUp: () => whole(() => storage.catchUp()),
    list: (prefix, options) => whole(() => storage.list(prefix, options)),
    create: (key, seal) => whole(() => storage.create(key, seal)),
    update: (key, expected, seal) => whole(() => storage.update(key, expected, seal)),
    delete: (key, expected) => whole(() => storage.delete(key, expected)),
    watch: watchThrough(storage, (deliver) => {
      if (held === undefined) deliver();
      else held.push(deliver);
    }),
    close: async () => {},
    cut() {
      held = [];
    },
    mend() {
      const late = held ?? [];
      held = undefined;
      for (const run of late) run();
    },
  });
}

const configure = async (storage: Storage): Promise<number> => {
  const key = `/registry/validatingwebhookconfigurations/${randomUUID()}`;
  const result = await storage.create(key, () => new Document({ metadata: { name: "x" } }));
  return result.kind === "written" ? result.entry.revision : 0;
};

test("announceReplica tells all of a configuration's change; then it is in effect everywhere", async () => {
  const storage = newStore();
  const [a, b] = [await announced(storage, "a"), await announced(storage, "b")];
  const revision = await configure(storage);
  await expect
    .poll(
      later(async () => isInEffect(await a.inEffect())),
      PATIENCE,
    )
    .toBe(true);
  const report = await b.inEffect();
  expect(report.revision).toBe(revision);
  expect(report.replicas.map(({ name }) => name).sort()).toEqual(["a", "b"]);
  for (const { inEffect } of report.replicas) expect(inEffect).toBeGreaterThanOrEqual(revision);
});

test("announceReplica: a revision that is not there yet is in effect nowhere, and comes with time", async () => {
  const storage = newStore();
  const [a] = [await announced(storage, "a"), await announced(storage, "b")];
  const next = storage.revision + 3;
  expect(isInEffect(await a.inEffect(next))).toBe(false);
  await expect
    .poll(
      later(async () => isInEffect(await a.inEffect(next))),
      PATIENCE,
    )
    .toBe(true);
});

test("announceReplica: others wait for a disconnected server, which later reads the store before writes", async () => {
  const storage = newStore();
  const link = fragile(storage);
  const [a, b] = [await announced(storage, "a"), await announced(link, "b")];
  expect(b.catchUp()).toBeUndefined();
  link.cut();
  const revision = await configure(storage);
  const early = await a.inEffect();
  expect([early.revision, isInEffect(early)]).toEqual([revision, false]);
  await expect
    .poll(
      later(async () => isInEffect(await a.inEffect())),
      PATIENCE,
    )
    .toBe(true);
  await expect(b.catchUp()).rejects.toThrow("cut off");
  link.mend();
  await expect
    .poll(
      later(() => b.catchUp()),
      PATIENCE,
    )
    .toBeUndefined();
  expect((await b.inEffect()).replicas).toHaveLength(2);
});

test("announceReplica removes its Lease when it ends, and those of servers that ended without a word", async () => {
  const storage = newStore();
  const link = fragile(storage);
  const a = await announced(storage, "a", { leaseMs: 100 });
  await announced(link, "b", { leaseMs: 100 });
  const c = await announced(storage, "c");
  const names = async () => (await storage.list(LEASES)).entries.map(({ key }) => key.slice(LEASES.length));
  expect(await names()).toEqual(["a", "b", "c"]);
  await inTime(c.close());
  expect(await names()).toEqual(["a", "b"]);
  link.cut();
  await expect.poll(later(names), PATIENCE).toEqual(["a"]);
  await inTime(a.close());
  expect(await names()).toEqual([]);
});
