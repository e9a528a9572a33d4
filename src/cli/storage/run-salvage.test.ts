import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newDataDir, removeDataDir } from "../../../test/parts/server.ts";
import { readMetaPages } from "../../storage/lmdb/file/meta-pages.ts";
import { createMaps, mapKey, withStore } from "../../storage/moves/moves.tool.ts";
import { runCheck } from "./run-check.ts";
import { runSalvage } from "./run-salvage.ts";
import { runRestore } from "./run-snapshot.ts";

const silent = { write: () => true };
const PAGE = 8192;

/** A data folder of 300 maps. */
async function filled(): Promise<{ dir: string; file: string }> {
  const dir = newDataDir();
  onTestFinished(() => removeDataDir(dir));
  await withStore(dir, (storage) => createMaps(storage, 1, 300));
  return { dir, file: join(dir, "data", "data.mdb") };
}

/** Puts zeros in the place of the page in which a key stands last. */
function wipePageOf(key: string, file: string): void {
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.lastIndexOf(`${key}\0`) / PAGE);
  const found = page > 0 ? page : Math.floor(bytes.lastIndexOf(key) / PAGE);
  bytes.fill(0, found * PAGE, (found + 1) * PAGE);
  writeFileSync(file, bytes);
}

test("runCheck takes a folder by its name, and says what is damaged and what can be done", async () => {
  const { dir, file } = await filled();
  expect((await runCheck(dir, { output: "text" }, silent)).isWell).toBe(true);
  wipePageOf(mapKey(150), file);
  const { text, isWell } = await runCheck(dir, { output: "text" }, silent);
  expect(isWell).toBe(false);
  expect(text).toMatch(/: damaged\nWrong:\n {2}page \d+: it is all zeros, and should hold objects\n/);
  expect(text).toMatch(/\n2\d\d of 300 objects can be read\.\n/);
  expect(text).toContain(`sallyport storage salvage ${dir} FILE`);
  const json = await runCheck(`lmdb:${dir}`, { output: "json" }, silent);
  expect(JSON.parse(json.text)).toMatchObject({
    expected: 300,
    damage: [expect.stringMatching(/^page \d+: /)],
  });
});

test("runSalvage writes what can be read, says how much is lost, and restore brings it back", async () => {
  const { dir, file } = await filled();
  wipePageOf(mapKey(150), file);
  const snapshot = join(dir, "rest.snapshot");
  const said = await runSalvage(dir, snapshot, { olderCopies: false }, silent);
  const lost = Number(/Lost: (\d+) of 300 objects\./.exec(said)?.[1]);
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThan(60);
  await runRestore(snapshot, { dataDir: dir, overwrite: true, bumpRevision: "0" }, silent);
  await withStore(dir, async (storage) => {
    expect((await storage.list("")).entries).toHaveLength(300 - lost);
    expect(await storage.get(mapKey(150))).toBeUndefined();
  });
});

test("runSalvage finds objects in a file of which half is missing", async () => {
  const { dir, file } = await filled();
  const { pageSize, metas } = readMetaPages(file);
  // Behind the last page is the reserve.
  truncateSync(file, (pageSize * (metas[0]?.lastPage ?? 0)) >> 1);
  const said = await runSalvage(dir, join(dir, "rest.snapshot"), { olderCopies: true }, silent);
  expect(said).toContain("Lost: it cannot be known how many objects there were.");
  expect(Number(/: (\d+) objects/.exec(said)?.[1])).toBeGreaterThan(0);
});

test("runSalvage does not read a store that a server works on", async () => {
  const { dir } = await filled();
  await withStore(dir, async () => {
    const salvaging = runSalvage(dir, join(dir, "rest.snapshot"), { olderCopies: true }, silent);
    await expect(salvaging).rejects.toThrow(`a server (pid ${process.pid}) works on`);
  });
});

test("runSalvage of a whole store writes all of it", async () => {
  const { dir } = await filled();
  const said = await runSalvage(dir, join(dir, "rest.snapshot"), { olderCopies: true }, silent);
  expect(said).toContain("none was found\nLost: nothing is missing of 300 objects.");
});
