import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderForTest } from "../../test/tools/scratch-folder.tool.ts";
import { keepPrivate, privateFolder, writePrivate } from "./private-files.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

let folder = "";
let umask = 0;
beforeEach(() => {
  umask = process.umask(0o022);
  folder = folderForTest();
});
afterEach(() => process.umask(umask));

describe("privateFolder", () => {
  it("makes a folder and those above it for the owner only", () => {
    privateFolder(join(folder, "a/b"));
    expect([modeOf(join(folder, "a")), modeOf(join(folder, "a/b"))]).toEqual(["700", "700"]);
  });

  it("closes one that is there, and says so once", () => {
    const told: unknown[] = [];
    const path = join(folder, "open");
    mkdirSync(path, { mode: 0o755 });
    privateFolder(path, (...what) => told.push(what));
    privateFolder(path, (...what) => told.push(what));
    expect(modeOf(path)).toBe("700");
    expect(told).toEqual([[path, "0755"]]);
  });
});

describe("keepPrivate", () => {
  it("closes a file, and takes none for nothing to do", () => {
    const file = join(folder, "file");
    writeFileSync(file, "", { mode: 0o644 });
    keepPrivate(file);
    keepPrivate(join(folder, "none"));
    expect(modeOf(file)).toBe("600");
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});

describe("writePrivate", () => {
  it("gives its mode to new files and to those that were there, and leaves nothing beside them", async () => {
    const [old, fresh] = [join(folder, "old"), join(folder, "new/file")];
    writeFileSync(old, "before", { mode: 0o644 });
    await writePrivate(old, "after");
    await writePrivate(fresh, "text");
    expect([readFileSync(old, "utf8"), modeOf(old), modeOf(fresh)]).toEqual(["after", "600", "600"]);
    expect(readdirSync(folder).sort()).toEqual(["new", "old"]);
  });

  it("writes to where a link leads", async () => {
    const [file, link] = [join(folder, "file"), join(folder, "link")];
    writeFileSync(file, "before", { mode: 0o644 });
    symlinkSync(file, link);
    await writePrivate(link, "after");
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["after", "600"]);
  });

  it("writes to what is no file without replacing it", async () => {
    await writePrivate("/dev/null", "text");
    expect(statSync("/dev/null").isFile()).toBe(false);
  });

  it("leaves nothing behind when it fails", async () => {
    chmodSync(folder, 0o700);
    mkdirSync(join(folder, "taken"));
    await expect(writePrivate(join(folder, "taken"), "text")).rejects.toThrow("EISDIR");
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

it.skipIf(!existsSync("/dev/full"))("writePrivate names the file that has no space", async () => {
  await expect(writePrivate("/dev/full", "text")).rejects.toMatchObject({
    code: "ENOSPC",
    path: "/dev/full",
  });
});
