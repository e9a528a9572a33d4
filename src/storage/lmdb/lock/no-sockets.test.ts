import { readdirSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { scratchDirectory } from "../scratch.ts";
import { holderOf, lockDirectory } from "./directory-lock.ts";

const { hasSockets } = vi.hoisted(() => ({ hasSockets: { value: false } }));
vi.mock("../socket-address.ts", async (original) => {
  const { socketAddress } = await original<typeof import("../socket-address.ts")>();
  return {
    socketAddress: (folder: string, name: string) =>
      hasSockets.value ? socketAddress(folder, name) : undefined,
  };
});

test("where there are no sockets, lockDirectory tells it, and locks by the number of the process", async () => {
  const { path, remove } = scratchDirectory();
  onTestFinished(remove);
  const told: string[] = [];
  const lock = await lockDirectory(path, (...words) => told.push(...words));
  expect(told).toEqual([path, "the path of the folder is too long for a socket"]);
  expect([readdirSync(path), await holderOf(path)]).toEqual([["owner.json"], process.pid]);
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${process.pid})`);
  // A process that may use sockets, unlike the holder.
  hasSockets.value = true;
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${process.pid})`);
  lock.release();
  expect(await holderOf(path)).toBeUndefined();
});
