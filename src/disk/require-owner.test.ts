import { chownSync, lchownSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { folderForTest } from "../../test/tools/scratch-folder.tool.ts";
import { keepPrivate, privateFolder } from "./private-files.ts";
import { requireOwner } from "./require-owner.ts";

const OTHER = 65_534;
/** True if tests run as root, which is the only user that can change the owner of files. */
const isRoot = process.geteuid?.() === 0;

let folder = "";
beforeEach(() => {
  folder = folderForTest();
});

describe("requireOwner", () => {
  it("accepts the files of this user, and missing ones", () => {
    expect(() => requireOwner(folder)).not.toThrow();
    expect(() => requireOwner(join(folder, "missing"))).not.toThrow();
  });

  it.skipIf(!isRoot)("accepts the files of root for another user", () => {
    expect(() => requireOwner(folder, 1000)).not.toThrow();
  });

  it.skipIf(!isRoot)("names path, owner and remedy of a folder of another user", () => {
    chownSync(folder, OTHER, OTHER);
    expect(() => requireOwner(folder)).toThrow(
      `${folder} belongs to user ${OTHER}, and this process runs as user 0: the other user decides its content. ` +
        `Name another path, run as user ${OTHER}, or, if you trust the content, run: chown -R 0 ${folder}`,
    );
    expect(() => requireOwner(folder, OTHER)).not.toThrow();
  });

  it.skipIf(!isRoot)("refuses a symbolic link of another user, and one to a folder of another user", () => {
    const [link, target] = [join(folder, "link"), join(folder, "target")];
    writeFileSync(target, "");
    symlinkSync(target, link);
    expect(() => requireOwner(link)).not.toThrow();
    lchownSync(link, OTHER, OTHER);
    expect(() => requireOwner(link)).toThrow(`${link} belongs to user ${OTHER}`);
    lchownSync(link, 0, 0);
    chownSync(target, OTHER, OTHER);
    expect(() => requireOwner(link)).toThrow(`${link} belongs to user ${OTHER}`);
  });
});

describe.skipIf(!isRoot)("privateFolder and keepPrivate", () => {
  it("do not take the folder or the file of another user", () => {
    const file = join(folder, "ca.key");
    writeFileSync(file, "", { mode: 0o600 });
    chownSync(file, OTHER, OTHER);
    expect(() => keepPrivate(file)).toThrow(`${file} belongs to user ${OTHER}`);
    chownSync(folder, OTHER, OTHER);
    expect(() => privateFolder(folder)).toThrow(`${folder} belongs to user ${OTHER}`);
  });
});
