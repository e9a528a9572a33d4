import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { folderForTest } from "../../test/tools/scratch-folder.tool.ts";
import { makeFolder } from "./make-folder.ts";

let folder = "";
beforeEach(() => {
  folder = folderForTest();
});

describe("makeFolder", () => {
  it("makes what is missing, with the mode, and leaves what is there", () => {
    const path = join(folder, "a/b/c");
    makeFolder(path, 0o700);
    makeFolder(path, 0o755);
    for (const part of ["a", "a/b", "a/b/c"]) expect(statSync(join(folder, part)).mode & 0o777).toBe(0o700);
  });

  it("throws where a file is in the way", () => {
    writeFileSync(join(folder, "file"), "");
    const words = `${join(folder, "file")} is a file, and has to be a folder`;
    expect(() => makeFolder(join(folder, "file"))).toThrow(words);
    expect(() => makeFolder(join(folder, "file/below"))).toThrow(words);
  });

  it.skipIf(process.platform !== "linux")("throws where a file system has no room for folders", () => {
    expect(() => makeFolder("/proc/sallyport/data")).toThrow(
      "ENOENT: no such file or directory, mkdir '/proc/sallyport'",
    );
  });
});
