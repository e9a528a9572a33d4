import { execFileSync, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTest } from "../../test/tools/scratch-folder.tool.ts";
import { readManifests } from "./read-manifests.ts";

const hasPipes = spawnSync("mkfifo", ["--version"]).status === 0;

it.skipIf(!hasPipes)(
  "readManifests() refuses a pipe in a folder, and reads one that is named itself",
  async () => {
    const dir = folderForTest();
    const pipe = join(dir, "x.yaml");
    execFileSync("mkfifo", [pipe]);
    await expect(readManifests(dir)).rejects.toThrow(`${pipe}: it is not a regular file`);
    const reading = readManifests(pipe);
    await writeFile(pipe, '{"kind":"A","apiVersion":"v1"}');
    expect((await reading).map(({ object }) => object.kind)).toEqual(["A"]);
  },
);
