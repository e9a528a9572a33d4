import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readManifests } from "./read-manifests.ts";

const hasPipes = spawnSync("mkfifo", ["--version"]).status === 0;

it.skipIf(!hasPipes)(
  "readManifests() refuses a pipe in a folder, and reads one that is named itself",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "sallyport-manifests-"));
    const pipe = join(dir, "x.yaml");
    execFileSync("mkfifo", [pipe]);
    try {
      await expect(readManifests(dir)).rejects.toThrow(`${pipe}: it is not a regular file`);
      const reading = readManifests(pipe);
      await writeFile(pipe, '{"kind":"A","apiVersion":"v1"}');
      expect((await reading).map(({ object }) => object.kind)).toEqual(["A"]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);
