import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderForTests } from "../../../../test/tools/scratch-folder.tool.ts";
import { copyStore } from "../../copy/copy.ts";
import { createMaps, itemsOf, withStore } from "../../moves/moves.tool.ts";
import { openLmdbSource } from "../lmdb-source.ts";
import { openLmdbTarget } from "../lmdb-target.ts";
import { openSalvage } from "../salvage-source.ts";
import { type Contender, IN_NAMESPACE, startContender } from "./contender.tool.ts";

const [unshare = "", ...flags] = IN_NAMESPACE;
const mayUnshare = spawnSync(unshare, [...flags, "true"]).status === 0;

describe.skipIf(!mayUnshare)("a store whose owner is in another PID namespace", () => {
  const folder = folderForTests();
  const source = folderForTests();
  let owner: Contender;
  let file = 0;
  const inode = (): number => statSync(join(folder, "data", "data.mdb")).ino;

  beforeAll(async () => {
    await withStore(source, (storage) => createMaps(storage, 1, 3));
    await withStore(folder, (storage) => createMaps(storage, 1, 2));
    file = inode();
    owner = await startContender(join(folder, "data"), IN_NAMESPACE);
    expect(await owner.tryLock()).toBe("held");
  });
  afterAll(() => owner.kill());

  test("is not opened by a second server", async () => {
    await expect(withStore(folder, async () => {})).rejects.toThrow(
      `the data directory ${join(folder, "data")} is in use by another process (pid 1)`,
    );
  });

  test("is not replaced by a copy or a restored snapshot", async () => {
    const target = openLmdbTarget({ dataDir: folder, bumpRevision: 0 });
    const copied = copyStore(openLmdbSource(source), target, { overwrite: true });
    await expect(copied).rejects.toThrow(
      `a server (pid 1) works on ${folder}: a store cannot be replaced under it; stop it first`,
    );
    expect([inode(), readdirSync(folder)]).toEqual([file, ["data"]]);
  });

  test("is not salvaged", async () => {
    await expect(openSalvage(folder, { olderCopies: true })).rejects.toThrow(
      `a server (pid 1) works on ${join(folder, "data")}: stop it first, or take a snapshot`,
    );
  });

  test("is in use for a copy that reads it", async () => {
    expect(await openLmdbSource(folder).inUse()).toBe("a server (pid 1)");
  });

  test("is free as soon as its owner is killed", async () => {
    await owner.kill();
    expect((await itemsOf(openLmdbSource(folder))).length).toBe(2);
    await withStore(folder, async (storage) => expect(storage.revision).toBe(3));
  });
});
