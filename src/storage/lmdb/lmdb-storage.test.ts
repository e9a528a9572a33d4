import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { sampledCount } from "../../../test/parts/sampled.ts";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { testRandomOperations } from "../contract/random-operations.tool.ts";
import { codeOf, sealing, written } from "../contract/tools.ts";
import { describeStorage } from "../contract.ts";
import { openLmdbStorage } from "./lmdb-storage.ts";
import { openScratch } from "./scratch.tool.ts";
import { openTables } from "./tables.ts";

describeStorage("lmdb", () => openScratch());
describeStorage("lmdb that is synced each second", () => openScratch({ sync: "second" }));
testRandomOperations(() => openScratch(), { operations: sampledCount(3_000) });
/** With a short history the newest state of nearly all keys is read from the file. */
testRandomOperations(() => openScratch({ historyChanges: 20 }), { operations: sampledCount(1_000) });

test("openLmdbStorage makes directories that are missing", async () => {
  const storage = await openLmdbStorage({ path: join(folderForTest(), "deep", "down") });
  expect(storage.revision).toBe(1);
  await storage.close();
});

test("openLmdbStorage refuses a directory that is open already", async () => {
  const path = folderForTest();
  const storage = await openLmdbStorage({ path });
  await expect(openLmdbStorage({ path })).rejects.toThrow(
    `the data directory ${path} is in use by another process`,
  );
  expect(written(await storage.create("/a", sealing({}))).revision).toBe(2);
  await storage.close();
});

test("openLmdbStorage refuses a format that it does not know", async () => {
  const path = folderForTest();
  await (await openLmdbStorage({ path })).close();
  const tables = openTables(path);
  await tables.meta.put("format", "3");
  await tables.root.close();
  const text = `the store in ${path} has format 3; this version of sallyport reads the formats 1 and 2`;
  await expect(openLmdbStorage({ path })).rejects.toThrow(text);
  // Refused again for the same reason: the directory was given back.
  await expect(openLmdbStorage({ path })).rejects.toThrow(text);
});

test("openLmdbStorage refuses files that are not its own", async () => {
  const path = folderForTest();
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "data.mdb"), "something else ".repeat(2_000));
  await expect(openLmdbStorage({ path })).rejects.toThrow(`cannot open the store in ${path}: `);
});

test("openLmdbStorage never uses a revision again, also when the newest write was a deletion", async () => {
  const path = folderForTest();
  let storage = await openLmdbStorage({ path });
  const { revision } = written(await storage.create("/a", sealing({})));
  await storage.delete("/a", revision);
  await storage.close();
  storage = await openLmdbStorage({ path });
  expect(storage.revision).toBe(revision + 1);
  expect(written(await storage.create("/a", sealing({}))).revision).toBe(revision + 2);
  await storage.close();
});

test("openLmdbStorage reads from the file what was written before, also while it is written again", async () => {
  const storage = await openLmdbStorage({ path: folderForTest(), historyChanges: 0 });
  const numbers = new Map<number, number>();
  const keys = Array.from({ length: 20 }, (_, i) => `/${i}`);
  for (const key of keys) numbers.set(written(await storage.create(key, sealing({ n: 0 }))).revision, 0);
  for (let n = 1; n <= 20; n++) {
    const writes = keys.map(async (key) => {
      const { revision } = storage.getCached(key) ?? expect.unreachable();
      numbers.set(written(await storage.update(key, revision, sealing({ n }))).revision, n);
    });
    const seen: (readonly [number, unknown])[] = [];
    let done = false;
    const all = Promise.all(writes).then(() => {
      done = true;
    });
    while (!done) {
      for (const { revision, document } of storage.listCached("/").entries)
        seen.push([revision, document.value]);
      await setImmediate();
    }
    await all;
    // `expect` for each of them takes a minute.
    const isAsWritten = ([revision, value]: (typeof seen)[number]): boolean =>
      isDeepStrictEqual(value, { n: numbers.get(revision) });
    expect(seen.filter((one) => !isAsWritten(one))).toEqual([]);
  }
  await storage.close();
});

test("openLmdbStorage refuses keys that are too long, and writes that came together go on", async () => {
  const storage = await openLmdbStorage({ path: folderForTest() });
  const long = storage.create(`/${"ü".repeat(1_000)}`, sealing({}));
  const control = storage.create(`/${"\u0001".repeat(1_000)}`, sealing({}));
  const good = storage.create(`/${"x".repeat(1_899)}`, sealing({}));
  expect([await codeOf(long), await codeOf(control)]).toEqual(["Failed", "Failed"]);
  expect(written(await good).revision).toBe(2);
  expect(await codeOf(storage.create("", sealing({})))).toBe("Failed");
  await storage.close();
});

test("openLmdbStorage keeps its files for their owner, and closes those that others could read", async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const path = folderForTest();
  const modes = (): string[] => ["", "data.mdb", "lock.mdb"].map((name) => modeOf(join(path, name)));
  await (await openLmdbStorage({ path })).close();
  expect(modes()).toEqual(["700", "600", "600"]);
  chmodSync(path, 0o755);
  for (const name of ["data.mdb", "lock.mdb"]) chmodSync(join(path, name), 0o644);
  const told: string[] = [];
  await (await openLmdbStorage({ path, tellOfMode: (what, was) => told.push(`${was} ${what}`) })).close();
  expect(modes()).toEqual(["700", "600", "600"]);
  expect(told).toEqual([`0755 ${path}`, `0644 ${join(path, "data.mdb")}`, `0644 ${join(path, "lock.mdb")}`]);
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("openLmdbStorage reads a store of format 1, and gives its objects checksums when it writes them", async () => {
  const path = folderForTest();
  const tables = openTables(path);
  await tables.root.batch(() => {
    void tables.meta.put("format", "1");
    void tables.meta.put("revision", "9");
    for (const name of ["a", "b"])
      void tables.objects.put(`/registry/${name}`, Buffer.from(`{"name":"${name}"}`), 5);
  });
  await tables.root.close();
  let storage = await openLmdbStorage({ path });
  expect(storage.revision).toBe(9);
  written(await storage.update("/registry/a", 5, sealing({ name: "new" })));
  await storage.close();
  const after = openTables(path);
  const heads = ["a", "b"].map((name) => after.objects.get(`/registry/${name}`)?.[0]);
  expect(heads).toEqual([2, "{".charCodeAt(0)]);
  expect([after.meta.get("format"), after.meta.get("revision")]).toEqual(["2", undefined]);
  await after.root.close();
  storage = await openLmdbStorage({ path });
  const { entries, revision } = await storage.list("/registry/");
  expect(entries.map(({ document }) => document.value)).toEqual([{ name: "new" }, { name: "b" }]);
  expect(revision).toBe(10);
  await storage.close();
});

test("openLmdbStorage refuses a store whose objects are not those of the last write", async () => {
  const path = folderForTest();
  const first = await openLmdbStorage({ path });
  for (const name of ["a", "b"]) written(await first.create(`/registry/${name}`, sealing({})));
  await first.close();
  const tables = openTables(path);
  await tables.objects.remove("/registry/a");
  await tables.root.close();
  await expect(openLmdbStorage({ path })).rejects.toThrow(
    /do not have the sum that the last write noted.*salvage/,
  );
});
