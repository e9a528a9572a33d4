import { readdirSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { scratchDirectory } from "../scratch.tool.ts";

/** Loads the lock again, with a file system on which sockets can be switched off. */
async function lockWithout(sockets: { isThere: boolean }): Promise<typeof import("./directory-lock.ts")> {
  vi.resetModules();
  vi.doMock("../socket-address.ts", async (original) => {
    const { socketAddress } = await original<typeof import("../socket-address.ts")>();
    return {
      socketAddress: (folder: string, name: string) =>
        sockets.isThere ? socketAddress(folder, name) : undefined,
    };
  });
  onTestFinished(() => {
    vi.doUnmock("../socket-address.ts");
    vi.resetModules();
  });
  return import("./directory-lock.ts");
}

test("where there are no sockets, lockDirectory tells it, and locks by the number of the process", async () => {
  const { path, remove } = scratchDirectory();
  onTestFinished(remove);
  const sockets = { isThere: false };
  const { holderOf, lockDirectory } = await lockWithout(sockets);
  const told: string[] = [];
  const lock = await lockDirectory(path, (...words) => told.push(...words));
  expect(told).toEqual([path, "the path of the folder is too long for a socket"]);
  expect([readdirSync(path), await holderOf(path)]).toEqual([["owner.json"], process.pid]);
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${process.pid})`);
  // A process that may use sockets, unlike the holder.
  sockets.isThere = true;
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${process.pid})`);
  lock.release();
  expect(await holderOf(path)).toBeUndefined();
});
