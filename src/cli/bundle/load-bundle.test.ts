import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { beforeEach, describe, expect, it } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { type Bundle, loadBundle } from "./load-bundle.ts";

let folder: string;

beforeEach(() => {
  folder = folderForTest();
});

async function bundleOf(answer: number): Promise<string> {
  const file = join(folder, "made.cjs");
  const body = `(function (exports, require, module, __filename, __dirname) {
    exports.answer = () => ${answer}; exports.place = [__filename, __dirname, require("node:path").sep];
  })
//# `;
  await writeFile(file, body + createHash("sha256").update(body).digest("hex"));
  return file;
}

function load(
  file: string,
  command = "serve",
): Bundle & { readonly exports: { answer(): number; place: string[] } } {
  const bundle = loadBundle(file, command);
  if (bundle === undefined) throw new Error("there is no bundle");
  return bundle as ReturnType<typeof load>;
}

describe("loadBundle", () => {
  it("is undefined where there is no file", () => {
    expect(loadBundle(join(folder, "none.cjs"), "serve")).toBeUndefined();
  });

  it("runs the file, and takes what an earlier process has compiled", async () => {
    const file = await bundleOf(42);
    const first = load(file);
    expect(first.exports.answer()).toBe(42);
    expect(first.exports.place.slice(0, 2)).toEqual([file, folder]);
    expect(first.wasKept).toBe(false);
    first.keep();
    const second = load(file);
    expect(second.wasKept).toBe(true);
    expect(second.exports.answer()).toBe(42);
    expect(await readdir(join(folder, "compiled"))).toHaveLength(1);
  });

  it("keeps for each command what it compiles", async () => {
    const file = await bundleOf(42);
    load(file).keep();
    expect(load(file, "lint").wasKept).toBe(false);
    load(file, "lint").keep();
    expect(load(file, "lint").wasKept).toBe(true);
    expect(await readdir(join(folder, "compiled"))).toHaveLength(2);
  });

  it("compiles again when the file is another one, also one of the same length", async () => {
    const first = load(await bundleOf(42));
    first.exports.answer();
    first.keep();
    const second = load(await bundleOf(43));
    expect(second.wasKept).toBe(false);
    expect(second.exports.answer()).toBe(43);
  });

  it.each([0, 0xff])("compiles again when what was kept is damaged: bytes of %d", async (damage) => {
    const file = await bundleOf(1000 + damage);
    const id = (await readFile(file, "latin1")).slice(-64);
    await mkdir(join(folder, "compiled"));
    await writeFile(
      join(folder, "compiled", `${id}-serve-${cachedDataVersionTag()}`),
      Buffer.alloc(4096, damage),
    );
    const again = load(file);
    expect(again.wasKept).toBe(false);
    expect(again.exports.answer()).toBe(1000 + damage);
  });

  it("lets no other user write what later processes run", async () => {
    const file = await bundleOf(44);
    const umask = process.umask(0);
    try {
      load(file).keep();
    } finally {
      process.umask(umask);
    }
    const kept = join(folder, "compiled");
    const [name = ""] = await readdir(kept);
    const modes = await Promise.all(
      [kept, join(kept, name)].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect(modes).toEqual([0o755, 0o644]);
  });

  it("removes what a process has left that was killed while it wrote, and nothing else", async () => {
    const file = await bundleOf(45);
    const kept = join(folder, "compiled");
    await mkdir(kept);
    const id = "0123456789abcdef".repeat(4);
    const [old, young, whole, other] = [`${id}-7.123`, `${id}-7.124`, `${id}-7`, "notes.txt"];
    for (const name of [old, young, whole, other]) await writeFile(join(kept, name), "x");
    const longAgo = new Date((await stat(join(kept, young))).mtimeMs - 2 * 3_600_000);
    for (const name of [old, whole, other]) await utimes(join(kept, name), longAgo, longAgo);
    load(file).keep();
    const left = await readdir(kept);
    expect(left).toHaveLength(4);
    expect(left).toEqual(expect.arrayContaining([young, whole, other]));
    expect(load(file).wasKept).toBe(true);
  });

  it("goes on where it cannot write", async () => {
    const file = await bundleOf(42);
    await writeFile(join(folder, "compiled"), "a file where the folder should be");
    const bundle = load(file);
    expect(() => bundle.keep()).not.toThrow();
    expect(load(file).exports.answer()).toBe(42);
  });
});
