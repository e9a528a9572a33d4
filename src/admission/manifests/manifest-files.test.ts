import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { nodeFolderFiles } from "../configuration/files.ts";
import { readManifestFiles } from "./manifest-files.ts";

const dir = folderForTests();

const hasPipes = spawnSync("mkfifo", ["--version"]).status === 0;

it.skipIf(!hasPipes)(
  "readManifestFiles() refuses a pipe in the folder, and does not wait for its writer",
  async () => {
    writeFileSync(join(dir, "a.yaml"), "a: 1\n");
    const { documents } = await readManifestFiles(dir, nodeFolderFiles);
    expect(documents.map(({ text }) => text)).toEqual(["a: 1"]);
    const pipe = join(dir, "x.yaml");
    execFileSync("mkfifo", [pipe]);
    await expect(readManifestFiles(dir, nodeFolderFiles)).rejects.toThrow(
      `failed to read file "${pipe}": open ${pipe}: it is not a regular file`,
    );
  },
);
