import { expect, test } from "vitest";
import { codeOf, letEventsArrive, sealing, until, watching, written } from "../contract/tools.ts";
import { type Change, StorageError } from "../storage.ts";
import { createCachedStorage } from "./cached-storage.ts";
import type { Persist } from "./persist.ts";

/** A disk whose commits end when the test says so. */
function createSlowDisk() {
  const commits: { changes: readonly Change[]; succeed: () => void; fail: (error: Error) => void }[] = [];
  const persist: Persist = {
    assertKey: () => {},
    commit: (changes) => new Promise((succeed, fail) => commits.push({ changes, succeed, fail })),
    close: async () => {},
  };
  const next = async () => {
    while (commits.length === 0) await letEventsArrive();
    return commits.shift() ?? expect.unreachable();
  };
  return { persist, next, commits };
}

test("createCachedStorage shows a write only when it is on disk", async () => {
  const disk = createSlowDisk();
  const storage = createCachedStorage({ persist: disk.persist });
  const { seen } = watching(storage, "/", 1);
  const write = storage.create("/a", sealing({}));
  const commit = await disk.next();
  await letEventsArrive();
  expect([storage.revision, await storage.get("/a"), seen]).toEqual([1, undefined, []]);
  commit.succeed();
  const { revision } = written(await write);
  expect([storage.revision, (await storage.get("/a"))?.revision]).toEqual([revision, revision]);
  await until(
    () => seen.length > 0,
    () => seen,
  );
  expect(seen).toEqual([revision]);
});

test("createCachedStorage answers a conflict with a write under way when that one is settled", async () => {
  const disk = createSlowDisk();
  const storage = createCachedStorage({ persist: disk.persist });
  const first = storage.create("/a", sealing({ n: 1 }));
  const commit = await disk.next();
  let answered = false;
  const second = storage.create("/a", sealing({ n: 2 })).then((result) => {
    answered = true;
    return result;
  });
  await letEventsArrive();
  expect(answered).toBe(false);
  commit.succeed();
  const entry = written(await first);
  expect(await second).toEqual({ kind: "conflict", current: entry });
  expect(disk.commits).toEqual([]);
});

test("createCachedStorage takes a failed commit back: who waited for it gets the key, under a new revision", async () => {
  const disk = createSlowDisk();
  const storage = createCachedStorage({ persist: disk.persist });
  const { seen } = watching(storage, "/", 1);
  const lost = codeOf(storage.create("/a", sealing({ n: 1 })));
  const failing = await disk.next();
  const waiting = storage.create("/a", sealing({ n: 2 }));
  const other = storage.create("/b", sealing({ n: 3 }));
  failing.fail(new StorageError("NoSpace", "full"));
  expect(await lost).toBe("NoSpace");
  expect([storage.revision, await storage.get("/a")]).toEqual([1, undefined]);
  for (let committed = 0; committed < 2; ) {
    const commit = await disk.next();
    committed += commit.changes.length;
    commit.succeed();
  }
  const revisions = [written(await other).revision, written(await waiting).revision];
  expect(revisions).toEqual([3, 4]);
  await until(
    () => seen.length > 1,
    () => seen,
  );
  expect(seen).toEqual([3, 4]);
});

test("createCachedStorage commits together what comes while a commit is under way", async () => {
  const disk = createSlowDisk();
  const storage = createCachedStorage({ persist: disk.persist });
  const first = storage.create("/first", sealing({}));
  const commit = await disk.next();
  const rest = Array.from({ length: 50 }, (_, n) => storage.create(`/${n}`, sealing({ n })));
  await letEventsArrive();
  expect(disk.commits).toEqual([]);
  commit.succeed();
  await first;
  const second = await disk.next();
  expect(second.changes.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, n) => n + 3));
  second.succeed();
  await Promise.all(rest);
});

test("createCachedStorage does not count a write whose seal throws", async () => {
  const storage = createCachedStorage();
  const broken = storage.create("/a", () => {
    throw new Error("no seal");
  });
  await expect(broken).rejects.toThrow("no seal");
  expect(written(await storage.create("/a", sealing({}))).revision).toBe(2);
});

test("createCachedStorage refuses to grow while there is no room, and lets go all the same", async () => {
  let problem: string | undefined;
  const storage = createCachedStorage({ shortage: () => problem });
  const { revision } = written(await storage.create("/a", sealing({ n: 1 })));
  problem = "no memory is left";
  expect(await codeOf(storage.create("/b", sealing({ n: 1 })))).toBe("NoSpace");
  expect(await codeOf(storage.update("/a", revision, sealing({ n: 2 })))).toBe("NoSpace");
  expect([storage.revision, (await storage.get("/a"))?.document.value]).toEqual([revision, { n: 1 }]);
  written(await storage.delete("/a", revision));
  problem = undefined;
  written(await storage.create("/b", sealing({ n: 1 })));
});
