import { chownSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { writableFolder } from "./writable-folder.ts";

const asked = (dataDir: string, inMemory = true) => writableFolder({ dataDir, inMemory } as ServeFlags);

it("writableFolder is the one that was asked for, there or not", async () => {
  const dir = folderForTest();
  for (const path of [dir, join(dir, "a/b")]) expect(await asked(path)).toBe(path);
});

it("writableFolder is a temporary one where nothing can be written, for a server in memory only", async () => {
  // A file is no folder that could be written to, not even for root.
  const path = "/proc/version/data";
  const folder = await asked(path);
  expect(folder).not.toBe(path);
  expect(existsSync(folder)).toBe(true);
  rmSync(folder, { recursive: true });
  expect(await asked(path, false)).toBe(path);
});

it.skipIf(process.geteuid?.() !== 0)("writableFolder refuses the folder of another user", async () => {
  const dir = folderForTest();
  chownSync(dir, 65_534, 65_534);
  await expect(asked(dir, false)).rejects.toThrow(`${dir} belongs to user 65534`);
});
