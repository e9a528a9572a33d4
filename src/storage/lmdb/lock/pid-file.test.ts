import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { lockByFile, processOf, startOf } from "./pid-file.ts";

test("lockByFile refuses a directory that this process holds, until it is released", () => {
  const path = folderForTest();
  const lock = lockByFile(path);
  expect(() => lockByFile(path)).toThrow(
    `the data directory ${path} is in use by another process (pid ${process.pid})`,
  );
  lock.release();
  lockByFile(path).release();
  expect(readdirSync(path)).toEqual([]);
});

test("lockByFile refuses a directory that another living process holds", () => {
  const path = folderForTest();
  const { pid } = spawnSleeper();
  writeFileSync(join(path, "owner.json"), JSON.stringify({ pid, started: startOf(pid ?? 0) }));
  expect(() => lockByFile(path)).toThrow(`in use by another process (pid ${pid})`);
});

test.runIf(process.platform === "linux")(
  "lockByFile takes over a lock whose number another process has now",
  () => {
    const path = folderForTest();
    const { pid } = spawnSleeper();
    writeFileSync(join(path, "owner.json"), JSON.stringify({ pid, started: "1" }));
    lockByFile(path).release();
  },
);

test.runIf(process.platform === "linux")("lockByFile takes over a lock of a zombie", async () => {
  const path = folderForTest();
  // The shell becomes a program that never waits for its children, before the child ends.
  const parent = spawn("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 100"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [bytes] = await once(parent.stdout, "data");
  const pid = Number(bytes);
  const { started } = processOf(pid);
  await vi.waitFor(() => expect(processOf(pid).state).toBe("Z"), 10_000);
  writeFileSync(join(path, "owner.json"), JSON.stringify({ pid, started }));
  lockByFile(path).release();
});

const stale = [
  { name: "a process that has ended", owner: JSON.stringify({ pid: deadPid(), started: "1" }) },
  { name: "an earlier process of our number", owner: JSON.stringify({ pid: process.pid, instance: 1 }) },
  { name: "no process, because it is broken", owner: "{" },
  { name: "no process, because it is empty", owner: "" },
];
test.for(stale)("lockByFile takes over a lock of $name", ({ owner }) => {
  const path = folderForTest();
  writeFileSync(join(path, "owner.json"), owner);
  lockByFile(path).release();
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
