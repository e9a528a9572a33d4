import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { holderOf, lockDirectory } from "./directory-lock.ts";

const SYSTEM = process.platform;

/** Only Linux has a short name for a folder with a long path. */
function setSystem(platform: NodeJS.Platform): void {
  Object.defineProperty(process, "platform", { value: platform });
}

test("where there are no sockets, lockDirectory tells it, and locks by the number of the process", async () => {
  const parent = folderForTest();
  const path = join(parent, "x".repeat(110));
  mkdirSync(path);
  setSystem("darwin");
  onTestFinished(() => setSystem(SYSTEM));
  const told: string[] = [];
  const lock = await lockDirectory(path, (...words) => told.push(...words));
  expect(told).toEqual([path, "the path of the folder is too long for a socket"]);
  expect([readdirSync(path), await holderOf(path)]).toEqual([["owner.json"], process.pid]);
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${process.pid})`);
  // A process that may use sockets, unlike the holder.
  setSystem("linux");
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${process.pid})`);
  lock.release();
  expect(await holderOf(path)).toBeUndefined();
});
