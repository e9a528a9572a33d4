import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { setAside, tidyBackups } from "./audit-backups.ts";

let dir: string;
let path: string;
beforeEach(() => {
  dir = folderForTest();
  path = join(dir, "audit.log");
});

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-22T20:03:04.123Z");

async function backups(...daysAgo: number[]): Promise<void> {
  for (const days of daysAgo) {
    await writeFile(path, `${days}`);
    await setAside(path, NOW - days * DAY);
  }
}
const left = async (): Promise<string[]> => (await readdir(dir)).sort();

it("setAside names a file by the time", async () => {
  await backups(0);
  expect(await left()).toEqual(["audit-2026-11-22T20-03-04.123.log"]);
});

it("tidyBackups keeps so many, and none that is too old", async () => {
  await backups(0, 1, 2, 3);
  await writeFile(join(dir, "audit-other.log"), "");
  await tidyBackups(path, { maxAge: 0, maxBackups: 3, compress: false }, NOW);
  expect(await left()).toHaveLength(4);
  await tidyBackups(path, { maxAge: 1, maxBackups: 0, compress: false }, NOW);
  expect(await left()).toEqual([
    "audit-2026-11-21T20-03-04.123.log",
    "audit-2026-11-22T20-03-04.123.log",
    "audit-other.log",
  ]);
});

it("tidyBackups compresses what it keeps", async () => {
  await backups(0);
  await tidyBackups(path, { maxAge: 0, maxBackups: 0, compress: true }, NOW);
  const name = "audit-2026-11-22T20-03-04.123.log.gz";
  expect(await left()).toEqual([name]);
  expect(gunzipSync(await readFile(join(dir, name))).toString()).toBe("0");
  await tidyBackups(path, { maxAge: 0, maxBackups: 1, compress: true }, NOW);
  expect(await left()).toEqual([name]);
});
