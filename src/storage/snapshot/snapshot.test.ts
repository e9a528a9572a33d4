import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { type Copied, copyStore } from "../copy/copy.ts";
import { openLmdbSource } from "../lmdb/lmdb-source.ts";
import { openLmdbStorage } from "../lmdb/lmdb-storage.ts";
import { openLmdbTarget } from "../lmdb/lmdb-target.ts";
import { assertKept, type Line, startWriter } from "../lmdb/writer.tool.ts";
import { createMaps, itemsOf, withStore } from "../moves/moves.tool.ts";
import { SNAPSHOT_FORMAT } from "./snapshot-format.ts";
import { openSnapshotSource } from "./snapshot-source.ts";
import { type SnapshotOptions, takeSnapshot } from "./take-snapshot.ts";

const folder = folderForTests();
const scratch = (): string => mkdtempSync(join(folder, "store-"));

async function snapshot(dataDir: string, file: string, options?: SnapshotOptions): Promise<Copied> {
  const source = openLmdbSource(dataDir);
  try {
    return await takeSnapshot(source, file, options);
  } finally {
    await source.close();
  }
}

async function restore(file: string, dataDir: string, overwrite = false): Promise<Copied> {
  const target = openLmdbTarget({ dataDir, bumpRevision: 1000 });
  try {
    return await copyStore(openSnapshotSource(file), target, { overwrite });
  } finally {
    await target.close();
  }
}

/** Creates a data folder with `count` ConfigMaps, and a snapshot of it. */
async function taken(count: number): Promise<{ dir: string; file: string; copied: Copied }> {
  const dir = scratch();
  await withStore(dir, (storage) => createMaps(storage, 1, count));
  const file = join(dir, "a.snapshot");
  return { dir, file, copied: await snapshot(dir, file) };
}

test("takeSnapshot writes one file, from which the same store is made again", async () => {
  const { dir, file, copied } = await taken(1200);
  expect(copied).toMatchObject({ objects: 1200, revision: 1201 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).sort()).toEqual(["a.snapshot", "data"]);
  const to = scratch();
  expect((await restore(file, to)).digest).toBe(copied.digest);
  expect(await itemsOf(openLmdbSource(to))).toEqual(await itemsOf(openLmdbSource(dir)));
  await withStore(to, async (storage) => {
    expect([storage.revision, storage.compacted]).toEqual([2201, 2201]);
  });
});

test("takeSnapshot knows a store in which there is nothing", async () => {
  const { file } = await taken(0);
  const to = scratch();
  expect(await restore(file, to)).toMatchObject({ objects: 0, revision: 1 });
});

test("takeSnapshot does not replace a file unless it is told to, and leaves nothing half behind", async () => {
  const { dir, file } = await taken(3);
  await expect(snapshot(dir, file)).rejects.toThrow(`${file} is there already; with --overwrite`);
  await withStore(dir, (storage) => createMaps(storage, 4, 5));
  expect((await snapshot(dir, file, { overwrite: true })).objects).toBe(5);
  const away = join(dir, "no", "a.snapshot");
  await expect(snapshot(dir, away)).rejects.toThrow(`cannot write ${away}: there is no such folder`);
  mkdirSync(join(dir, "folder"));
  await expect(snapshot(dir, join(dir, "folder"), { overwrite: true })).rejects.toThrow("cannot write");
  expect(readdirSync(dir).sort()).toEqual(["a.snapshot", "data", "folder"]);
});

test("takeSnapshot takes away what a process has left behind that was killed, and nothing else", async () => {
  const { dir, file } = await taken(1);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  for (const name of [`${file}.${pid}.tmp`, `${file}.old.tmp`, `${file}.1.tmp`]) writeFileSync(name, "");
  await snapshot(dir, file, { overwrite: true });
  expect(readdirSync(dir).sort()).toEqual(["a.snapshot", "a.snapshot.1.tmp", "a.snapshot.old.tmp", "data"]);
});

describe("a damaged snapshot is refused before anything is written", () => {
  let whole: Buffer;
  beforeAll(async () => {
    whole = readFileSync((await taken(40)).file);
  });
  const at = (offset: number): Buffer => {
    const bytes = Buffer.from(whole);
    const place = offset < 0 ? bytes.length + offset : offset;
    bytes[place] = (bytes[place] as number) ^ 0x10;
    return bytes;
  };
  const damages: readonly { name: string; bytes: () => Buffer; text?: string }[] = [
    { name: "cut in the middle", bytes: () => whole.subarray(0, whole.length / 2) },
    { name: "without its last byte", bytes: () => whole.subarray(0, -1) },
    { name: "with one byte more", bytes: () => Buffer.concat([whole, Buffer.from([0])]) },
    { name: "with another first line", bytes: () => at(3), text: "is no snapshot of sallyport" },
    { name: "empty", bytes: () => Buffer.alloc(0), text: "is no snapshot of sallyport" },
    { name: "with another head length", bytes: () => at(20) },
    { name: "with another head", bytes: () => at(26) },
    { name: "with another checksum", bytes: () => at(-5) },
    { name: "with another length of the end", bytes: () => at(-33) },
    ...[150, 200, 1000, 2000, 3000, 5000].map((offset) => ({
      name: `with another byte at ${offset}`,
      bytes: () => at(offset),
    })),
  ];
  test.each(damages)("$name", async ({ bytes, text }) => {
    const dir = scratch();
    const file = join(dir, "bad.snapshot");
    writeFileSync(file, bytes());
    const read = async () => restore(file, dir);
    await expect(read()).rejects.toThrow(text ?? `the snapshot ${file} is damaged: `);
    expect(existsSync(join(dir, "data"))).toBe(false);
  });

  test("of a newer format: told as such", async () => {
    const dir = scratch();
    const file = join(dir, "new.snapshot");
    const text = whole.toString("latin1").replace('"format":1', `"format":${SNAPSHOT_FORMAT + 1}`);
    writeFileSync(file, Buffer.from(text, "latin1"));
    expect(() => openSnapshotSource(file)).toThrow("was written by a newer version of sallyport (format 2");
  });
});

test("restoring refuses a folder in use, and one that holds something else; the old store is set aside", async () => {
  const { file } = await taken(5);
  const { dir } = await taken(3);
  await withStore(dir, async () => {
    await expect(restore(file, dir, true)).rejects.toThrow("stop it first");
  });
  await expect(restore(file, dir)).rejects.toThrow("holds something else already");
  await restore(file, dir, true);
  expect((await itemsOf(openLmdbSource(dir))).length).toBe(5);
  expect(readdirSync(dir).filter((name) => name.startsWith("data.replaced-"))).toHaveLength(1);
});

test("takeSnapshot sees a prefix of what is written meanwhile, and all that was acknowledged before", async () => {
  const dir = scratch();
  const path = join(dir, "data");
  const writer = startWriter(path);
  onTestFinished(() => void writer.process.kill("SIGKILL"));
  const moments: { file: string; before: number; revision: number }[] = [];
  await waitFor(() => writer.lines.some(({ kind }) => kind === "acknowledged"));
  for (let round = 0; round < 5; round++) {
    const before = writer.lines.length;
    const file = join(dir, `${round}.snapshot`);
    moments.push({ file, before, revision: (await snapshot(dir, file)).revision });
    await waitFor(() => writer.lines.length > before + 200);
  }
  writer.process.kill("SIGKILL");
  await writer.gone;
  const storage = await openLmdbStorage({ path });
  const { entries: latest } = await storage.list("");
  await storage.close();
  assertKept(writer.lines, latest);

  for (const { file, before, revision } of moments) {
    const to = scratch();
    await restore(file, to);
    await withStore(to, async (restored) => {
      const { entries } = await restored.list("");
      // Writes that were in progress when the snapshot began may be in it; acknowledged writes are in it.
      const intended = writer.lines.slice(before).filter(({ kind }) => kind === "intended");
      assertKept([...writer.lines.slice(0, before), ...intended] as Line[], entries);
      expect(Math.max(...entries.map((entry) => entry.revision))).toBeLessThanOrEqual(revision);
      // Nothing is missing below its revision: what has not changed since is the same.
      const found = new Map(entries.map((entry) => [entry.key, entry.revision]));
      for (const entry of latest.filter((one) => one.revision <= revision))
        expect(found.get(entry.key)).toBe(entry.revision);
    });
  }
});

async function waitFor(done: () => boolean): Promise<void> {
  const until = Date.now() + 60_000;
  while (!done()) {
    if (Date.now() > until) throw new Error("waited for a minute in vain for the writers");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
