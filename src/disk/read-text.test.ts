import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { readText, readTextNow, refuseSpecialFile } from "./read-text.ts";

const hasPipes = spawnSync("mkfifo", ["--version"]).status === 0;
const dir = folderForTests();

it("readText() reads regular files, and says what is wrong with others", async () => {
  const path = join(dir, "a");
  writeFileSync(path, "ä");
  expect([await readText(path), readTextNow(path)]).toEqual(["ä", "ä"]);
  await expect(readText(dir)).rejects.toThrow("EISDIR");
  expect(() => readTextNow(dir)).toThrow("EISDIR");
  await expect(readText(join(dir, "missing"))).rejects.toThrow("ENOENT");
});

it("readText() reads devices that a path names", async () => {
  expect([await readText("/dev/null"), readTextNow("/dev/null")]).toEqual(["", ""]);
});

it.skipIf(!hasPipes)("readText() waits for no writer of a pipe, also behind a link", async () => {
  const pipe = join(dir, "pipe");
  execFileSync("mkfifo", [pipe]);
  symlinkSync(pipe, join(dir, "link"));
  for (const path of [pipe, join(dir, "link")]) {
    await expect(readText(path)).rejects.toThrow("it is not a regular file");
    expect(() => readTextNow(path)).toThrow("it is not a regular file");
    await expect(refuseSpecialFile(path)).rejects.toThrow(`${path}: it is not a regular file`);
  }
});
