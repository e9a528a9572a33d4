import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockDirectory, startOf } from "./directory-lock.ts";
import { scratchDirectory } from "./scratch.ts";

function scratch(): string {
  const { path, remove } = scratchDirectory();
  onTestFinished(remove);
  return path;
}

test("lockDirectory refuses a directory that this process holds, until it is released", () => {
  const path = scratch();
  const lock = lockDirectory(path);
  expect(() => lockDirectory(path)).toThrow(
    `the data directory ${path} is in use by another process (pid ${process.pid})`,
  );
  lock.release();
  lockDirectory(path).release();
  expect(readdirSync(path)).toEqual([]);
});

test("lockDirectory refuses a directory that another living process holds", () => {
  const path = scratch();
  const { pid } = spawnSleeper();
  writeFileSync(join(path, "owner.json"), JSON.stringify({ pid, started: startOf(pid ?? 0) }));
  expect(() => lockDirectory(path)).toThrow(`in use by another process (pid ${pid})`);
});

test.runIf(process.platform === "linux")(
  "lockDirectory takes over a lock whose number another process has now",
  () => {
    const path = scratch();
    const { pid } = spawnSleeper();
    writeFileSync(join(path, "owner.json"), JSON.stringify({ pid, started: "1" }));
    lockDirectory(path).release();
  },
);

const stale = [
  { name: "a process that is gone", owner: JSON.stringify({ pid: deadPid(), started: "1" }) },
  { name: "an earlier process of our number", owner: JSON.stringify({ pid: process.pid, instance: 1 }) },
  { name: "nobody, because it is broken", owner: "{" },
  { name: "nobody, because it is empty", owner: "" },
];
test.for(stale)("lockDirectory takes over a lock of $name", ({ owner }) => {
  const path = scratch();
  writeFileSync(join(path, "owner.json"), owner);
  lockDirectory(path).release();
  expect(readdirSync(path)).toEqual([]);
});

function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

function spawnSleeper(): ChildProcess {
  const sleeper = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void sleeper.kill("SIGKILL"));
  return sleeper;
}
