import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { sealing } from "../contract/tools.ts";
import { openLmdbStorage } from "./lmdb-storage.ts";

/** A file system of 16 MB; undefined where this user may not mount one. */
function mounted(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), "sallyport-full-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", path]);
  if (status === 0) return path;
  rmSync(path, { recursive: true });
  return undefined;
}

const unmount = (path: string): void => {
  spawnSync("umount", [path]);
  rmSync(path, { recursive: true });
};

const mayMount = ((path) => {
  if (path !== undefined) unmount(path);
  return path !== undefined;
})(mounted());

const text = "x".repeat(20_000);

/** Fills what the store has left on the disk. */
function fill(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(join(path, "ballast"), Buffer.alloc(bavail * bsize, 1));
}

test.skipIf(!mayMount)(
  "on a full disk a store opens, and objects can be deleted until others have room",
  async () => {
    const path = mounted() ?? "";
    onTestFinished(() => unmount(path));
    const told: (string | undefined)[] = [];
    const options = {
      path: join(path, "data"),
      tellOfSpace: (problem: string | undefined) => void told.push(problem),
    };
    const first = await openLmdbStorage(options);
    const revisions: number[] = [];
    let refusal: unknown;
    for (let n = 0; refusal === undefined; n++)
      await first.create(`/a/${n}`, sealing({ text })).then(
        () => revisions.push(first.revision),
        (error) => {
          refusal = error;
        },
      );
    expect(refusal).toMatchObject({ code: "NoSpace" });
    expect(told).toEqual([expect.stringContaining("only deletions get room (ENOSPC")]);
    fill(path);
    await first.close();

    const second = await openLmdbStorage(options);
    onTestFinished(() => second.close());
    await expect(second.create("/b", sealing({}))).rejects.toMatchObject({ code: "NoSpace" });
    let deleted = 0;
    for (; told.at(-1) !== undefined; deleted++)
      await second.delete(`/a/${deleted}`, revisions[deleted] ?? 0);
    expect(deleted).toBeLessThan(60);
    for (let n = 0; n < 5; n++) await second.create(`/b/${n}`, sealing({ text }));
    expect(told.length).toBe(3);
  },
);

test.skipIf(!mayMount)("a store takes writes again when another program has made room", async () => {
  const path = mounted() ?? "";
  onTestFinished(() => unmount(path));
  const told = vi.fn();
  const storage = await openLmdbStorage({ path: join(path, "data"), tellOfSpace: told });
  onTestFinished(() => storage.close());
  fill(path);
  while (told.mock.calls.length === 0)
    await storage.create(`/a/${storage.revision}`, sealing({ text })).catch(() => {});
  rmSync(join(path, "ballast"));
  await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(undefined), 60_000);
  await storage.create("/b", sealing({ text }));
});

test("a small store has 512 KiB in reserve, and opening it does not write", async () => {
  const path = folderForTest();
  await (await openLmdbStorage({ path })).close();
  const { size, mtimeMs } = statSync(join(path, "data.mdb"));
  expect(size).toBeGreaterThan(512 * 1024);
  await (await openLmdbStorage({ path })).close();
  expect(statSync(join(path, "data.mdb"))).toMatchObject({ size, mtimeMs });
});
