import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { openLmdbSource } from "../lmdb/lmdb-source.ts";
import { openLmdbTarget } from "../lmdb/lmdb-target.ts";
import { createMaps, failing, instead, itemsOf, mapKey, sealingMap, withStore } from "../moves/moves.tool.ts";
import { type Copied, type CopyOptions, copyStore } from "./copy.ts";
import type { Target } from "./places.ts";

/** Creates a data folder with `count` ConfigMaps. */
async function folderWith(count: number): Promise<string> {
  const dir = folderForTest();
  await withStore(dir, (storage) => createMaps(storage, 1, count));
  return dir;
}

async function copy(from: string, to: string, options?: CopyOptions, bumpRevision = 1000): Promise<Copied> {
  return copyInto(from, openLmdbTarget({ dataDir: to, bumpRevision }), options);
}

async function copyInto(from: string, target: Target, options?: CopyOptions): Promise<Copied> {
  const source = openLmdbSource(from);
  try {
    return await copyStore(source, target, options);
  } finally {
    await target.close();
    await source.close();
  }
}

test("copyStore keeps bytes and revisions between folders, and goes on above what clients have seen", async () => {
  const [from, to] = [await folderWith(1200), folderForTest()];
  const copied = await copy(from, to);
  expect(copied).toMatchObject({ objects: 1200, written: 1200, removed: 0, revision: 1201 });
  expect(copied.notes).toEqual(["The store continues at revision 2201."]);
  expect(await itemsOf(openLmdbSource(to))).toEqual(await itemsOf(openLmdbSource(from)));
  await withStore(to, async (storage) => {
    expect([storage.revision, storage.compacted]).toEqual([2201, 2201]);
    expect((await storage.get(mapKey(7)))?.revision).toBeLessThanOrEqual(1201);
  });
  expect(readdirSync(to)).toEqual(["data"]);
});

test("copyStore keeps the revision of a deletion that was the newest write", async () => {
  const [from, to] = [await folderWith(3), folderForTest()];
  await withStore(from, async (storage) => storage.delete(mapKey(3), 4));
  await copy(from, to, {}, 0);
  await withStore(to, async (storage) => expect(storage.revision).toBe(5));
});

test("copyStore says that all is there when it is run again, and writes nothing", async () => {
  const [from, to] = [await folderWith(20), folderForTest()];
  const first = await copy(from, to);
  const second = await copy(from, to);
  expect(second).toMatchObject({ objects: 20, written: 0, digest: first.digest });
  expect(second.notes.join()).toContain("holds the same already");
});

test("copyStore goes on where an attempt has ended, also when the source has changed", async () => {
  const [from, to] = [await folderWith(1800), folderForTest()];
  await expect(copyInto(from, failing(openLmdbTarget({ dataDir: to, bumpRevision: 0 }), 2))).rejects.toThrow(
    "killed",
  );
  expect(existsSync(join(to, "data"))).toBe(false);
  await withStore(from, async (storage) => {
    const first = await storage.get(mapKey(1));
    await storage.update(mapKey(1), first?.revision ?? 0, sealingMap(1, "changed"));
    const second = await storage.get(mapKey(10));
    await storage.delete(mapKey(10), second?.revision ?? 0);
  });
  const copied = await copy(from, to);
  expect(copied.objects).toBe(1799);
  expect(copied.written).toBe(1799 - 1000 + 2);
  expect(copied.removed).toBe(1);
  expect(await itemsOf(openLmdbSource(to))).toEqual(await itemsOf(openLmdbSource(from)));
});

test("copyStore refuses a target that holds something else, and sets it aside when told to overwrite", async () => {
  const [from, to] = [await folderWith(5), await folderWith(3)];
  const before = await itemsOf(openLmdbSource(to));
  await expect(copy(from, to)).rejects.toThrow(`lmdb:${to} holds something else already; with --overwrite`);
  expect(await itemsOf(openLmdbSource(to))).toEqual(before);
  const { notes } = await copy(from, to, { overwrite: true });
  expect(await itemsOf(openLmdbSource(to))).toEqual(await itemsOf(openLmdbSource(from)));
  const aside = readdirSync(to).find((name) => name.startsWith("data.replaced-")) ?? "";
  expect(notes.join()).toContain(join(to, aside));
  const folder = folderForTest();
  renameSync(join(to, aside), join(folder, "data"));
  expect(await itemsOf(openLmdbSource(folder))).toEqual(before);
});

test("copyStore replaces what cannot be read when told to overwrite, and only then", async () => {
  const [from, to] = [await folderWith(5), await folderWith(3)];
  const rubbish = "something else ".repeat(2000);
  writeFileSync(join(to, "data", "data.mdb"), rubbish);
  await expect(copy(from, to)).rejects.toThrow(/cannot be read .*data.mdb is not a database.*--overwrite/);
  await copy(from, to, { overwrite: true });
  expect(await itemsOf(openLmdbSource(to))).toEqual(await itemsOf(openLmdbSource(from)));
  const aside = readdirSync(to).find((name) => name.startsWith("data.replaced-")) ?? "";
  expect(readFileSync(join(to, aside, "data.mdb"), "utf8")).toBe(rubbish);
});

test("copyStore goes on above the revision of what it replaces", async () => {
  const [from, to] = [await folderWith(3), await folderWith(50)];
  await copy(from, to, { overwrite: true });
  await withStore(to, async (storage) => expect(storage.revision).toBe(1051));
});

test("copyStore sets aside only once what it replaces, however often its last step is interrupted", async () => {
  const [from, to] = [await folderWith(3), await folderWith(4)];
  const before = join(to, "data.replaced-20260701T120000Z");
  mkdirSync(before);
  linkSync(join(to, "data", "data.mdb"), join(before, "data.mdb"));
  const { notes } = await copy(from, to, { overwrite: true });
  expect(notes.join()).toContain(before);
  expect(readdirSync(to).filter((name) => name.startsWith("data.replaced-"))).toHaveLength(1);
  // Killed after the store was put into its place: its folder is left, with the lock of the process that has ended.
  mkdirSync(join(to, "data.incoming"));
  writeFileSync(join(to, "data.incoming", "owner.1.0123abcd.sock"), "");
  expect(await copy(from, to)).toMatchObject({ written: 0 });
  expect(readdirSync(to).sort()).toEqual(["data", "data.replaced-20260701T120000Z"]);
});

test("openLmdbStorage refuses a folder in which there is only the half of a copy", async () => {
  const [from, to] = [await folderWith(600), folderForTest()];
  const half = failing(openLmdbTarget({ dataDir: to, bumpRevision: 0 }), 1);
  await expect(copyInto(from, half)).rejects.toThrow("killed");
  await expect(withStore(to, async () => {})).rejects.toThrow("there is an unfinished copy in");
  expect(() => openLmdbSource(to)).toThrow("is an unfinished copy only");
  await copy(from, to);
  await withStore(to, async (storage) => expect(storage.revision).toBe(1601));
});

test("copyStore refuses to mix with the unfinished copy of another store", async () => {
  const [from, other, to] = [await folderWith(5), await folderWith(600), folderForTest()];
  const half = failing(openLmdbTarget({ dataDir: to, bumpRevision: 0 }), 1);
  await expect(copyInto(other, half)).rejects.toThrow("killed");
  await expect(copy(from, to)).rejects.toThrow(`an unfinished copy of lmdb:${other}`);
  expect(await copy(from, to, { overwrite: true })).toMatchObject({ objects: 5, removed: 0 });
});

test("copyStore reads a store that is in use, and does not write to one", async () => {
  const [from, to] = [await folderWith(5), await folderWith(3)];
  await withStore(to, async () => {
    await expect(copy(from, to, { overwrite: true })).rejects.toThrow(
      `a server (pid ${process.pid}) works on ${to}`,
    );
  });
});

test("copyStore notices that the target is not what was written", async () => {
  const [from, to] = [await folderWith(5), folderForTest()];
  const target = openLmdbTarget({ dataDir: to, bumpRevision: 0 });
  const forgetful = instead(target, "write", (items, form) => target.write(items.slice(1), form));
  await expect(copyInto(from, forgetful)).rejects.toThrow("1 objects in ");
  expect(existsSync(join(to, "data"))).toBe(false);
});

test("openLmdbSource says where there is no store, and what to name instead", async () => {
  const dir = await folderWith(1);
  expect(() => openLmdbSource(join(dir, "data"))).toThrow("name the one above it");
  const empty = folderForTest();
  expect(() => openLmdbSource(empty)).toThrow(`there is no store in ${empty}`);
  const broken = await folderWith(1);
  writeFileSync(join(broken, "data", "data.mdb"), "something else ".repeat(2000));
  expect(() => openLmdbSource(broken)).toThrow("data.mdb is not a database");
});

test("copyStore leaves nothing that others can read, also of what it sets aside", async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const [from, to] = [await folderWith(3), await folderWith(2)];
  for (const name of ["data", "data/data.mdb"]) chmodSync(join(to, name), 0o777);
  await copy(from, to, { overwrite: true });
  const found = readdirSync(to, { recursive: true, encoding: "utf8" });
  expect(found).toContain("data/data.mdb");
  expect(found.filter((name) => (statSync(join(to, name)).mode & 0o077) !== 0)).toEqual([]);
});
