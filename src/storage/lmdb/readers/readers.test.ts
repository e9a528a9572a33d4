import { mkdirSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import type { Moment } from "../../copy/places.ts";
import { createMaps, itemsOf, mapKey, sealingMap, withStore } from "../../moves/moves.tool.ts";
import type { Storage } from "../../storage.ts";
import { openLmdbSource } from "../lmdb-source.ts";
import { lockDirectory } from "../lock/directory-lock.ts";
import { readByLibrary } from "../read-by-library.ts";
import { LOCK_FILE } from "../store-files.ts";
import { startWriter } from "../writer.tool.ts";
import { READERS_SOCKET } from "./readers-address.ts";
import { takeReadLease } from "./take-lease.ts";

async function revisionsIn(moment: Moment): Promise<number[]> {
  const found: number[] = [];
  for await (const page of moment.pages()) found.push(...page.map(({ revision }) => revision));
  moment.close();
  return found;
}

async function updateAll(storage: Storage, count: number, data: string): Promise<void> {
  const { entries } = await storage.list("/registry/");
  await Promise.all(
    entries.slice(0, count).map(({ key, revision }, n) => storage.update(key, revision, sealingMap(n, data))),
  );
}

test.skipIf(process.platform !== "linux")(
  "what reads beside a server does not open its lock file",
  async () => {
    const dir = folderForTest();
    const path = join(dir, "data");
    const writer = startWriter(path);
    onTestFinished(() => void writer.process.kill("SIGKILL"));
    while (!writer.lines.some(({ kind }) => kind === "acknowledged"))
      await new Promise((resolve) => setTimeout(resolve, 5));
    const moment = await openLmdbSource(dir).read();
    expect(openFiles()).not.toContain(join(path, LOCK_FILE));
    expect((await revisionsIn(moment)).length).toBe(moment.count);
  },
);

function openFiles(): string[] {
  const folder = "/proc/self/fd";
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return [];
    }
  });
}

test("what a reader holds is not written again, however much is written meanwhile", async () => {
  const dir = folderForTest();
  await withStore(dir, async (storage) => {
    await createMaps(storage, 1, 60);
    const moments = [];
    for (let round = 0; round < 5; round++) {
      moments.push({ moment: await openLmdbSource(dir).read(), revision: storage.revision });
      for (let write = 0; write < 4; write++) await updateAll(storage, 50, `${round} `.repeat(300));
    }
    const oldest = await storage.get(mapKey(7));
    await storage.delete(mapKey(7), oldest?.revision ?? 0);
    for (const { moment, revision } of moments) {
      const found = await revisionsIn(moment);
      expect([found.length, Math.max(...found), moment.revision]).toEqual([60, revision, revision]);
    }
    expect((await itemsOf(openLmdbSource(dir))).length).toBe(59);
  });
});

test("a moment is read to its end when the server has ended, and refused when another one has written since", async () => {
  const dir = folderForTest();
  const moments: Moment[] = [];
  await withStore(dir, async (storage) => {
    await createMaps(storage, 1, 3);
    for (let i = 0; i < 2; i++) moments.push(await openLmdbSource(dir).read());
    await updateAll(storage, 3, "more");
  });
  await new Promise((resolve) => setImmediate(resolve));
  const [first, second] = moments as [Moment, Moment];
  expect(await revisionsIn(first)).toEqual([2, 3, 4]);
  await withStore(dir, (storage) => createMaps(storage, 4, 5));
  await expect(revisionsIn(second)).rejects.toThrow("was written to while it was read: try again");
});

test("the folder of a store may have a long name", async () => {
  const dir = join(folderForTest(), "long-".repeat(30));
  mkdirSync(dir);
  await withStore(dir, async (storage) => {
    await createMaps(storage, 1, 2);
    expect((await itemsOf(openLmdbSource(dir))).map(({ revision }) => revision)).toEqual([2, 3]);
  });
});

test("keys may hold control characters", async () => {
  const dir = folderForTest();
  const keys = [
    "/registry/roles/a/x\u0004\u0004",
    "/registry/roles/a/x\u0001y",
    "/registry/roles/a/é\u0004z",
  ];
  await withStore(dir, async (storage) => {
    for (const key of keys) await storage.create(key, sealingMap(1));
  });
  expect((await itemsOf(openLmdbSource(dir))).map(({ key }) => key).sort()).toEqual([...keys].sort());
});

test("a server that permits no reader beside it is named", async () => {
  const dir = folderForTest();
  await withStore(dir, (storage) => createMaps(storage, 1, 2));
  const lock = await lockDirectory(join(dir, "data"));
  onTestFinished(() => lock.release());
  await expect(takeReadLease(join(dir, "data"), 100)).rejects.toThrow(
    `a server (pid ${process.pid}) works on the store in ${join(dir, "data")} and permits no reader beside it: stop it first`,
  );
});

test("a server lets 16 read beside it, and goes on whatever they send", async () => {
  const dir = folderForTest();
  await withStore(dir, async (storage) => {
    expect(statSync(join(dir, "data", READERS_SOCKET)).mode & 0o777).toBe(0o600);
    const sockets = Array.from({ length: 16 }, () => connect(join(dir, "data", READERS_SOCKET)));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("data", resolve))));
    await expect(takeReadLease(join(dir, "data"), 200)).rejects.toThrow("permits no reader beside it");
    sockets[0]?.write(Buffer.alloc(100_000));
    for (const socket of sockets) socket.destroy();
    const held = await takeReadLease(join(dir, "data"));
    expect(held.isHeld()).toBe(true);
    held.release();
    await createMaps(storage, 1, 2);
  });
});

test("readByLibrary reads the same, and does so alone", async () => {
  const dir = folderForTest();
  await withStore(dir, async (storage) => {
    await createMaps(storage, 1, 700);
    await expect(readByLibrary(join(dir, "data"))).rejects.toThrow("is in use by another process");
  });
  const byFile = await revisionsIn(await openLmdbSource(dir).read());
  const moment = await readByLibrary(join(dir, "data"));
  expect([moment.revision, moment.count]).toEqual([701, 700]);
  await expect(withStore(dir, async () => {})).rejects.toThrow("is in use");
  expect(await revisionsIn(moment)).toEqual(byFile);
});
