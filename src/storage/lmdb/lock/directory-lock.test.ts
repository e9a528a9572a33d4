import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { longTest } from "../../../../test/parts/sampled.ts";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { type Contender, IN_NAMESPACE, startContender } from "./contender.tool.ts";
import { holderOf, lockDirectory } from "./directory-lock.ts";

const hasSockets = process.platform !== "win32";
const [unshare = "", ...flags] = IN_NAMESPACE;
const mayUnshare = spawnSync(unshare, [...flags, "true"]).status === 0;

async function contender(path: string, before?: readonly string[]): Promise<Contender> {
  const one = await startContender(path, before);
  onTestFinished(() => void one.process.kill("SIGKILL"));
  return one;
}

test("lockDirectory refuses a directory that this process holds, until it is released", async () => {
  const path = folderForTest();
  const lock = await lockDirectory(path);
  await expect(lockDirectory(path)).rejects.toThrow(
    `the data directory ${path} is in use by another process (pid ${process.pid})`,
  );
  expect(await holderOf(path)).toBe(process.pid);
  lock.release();
  expect(await holderOf(path)).toBeUndefined();
  (await lockDirectory(path)).release();
  expect(readdirSync(path)).toEqual([]);
});

test.runIf(hasSockets)(
  "the lock has a mode for its owner only, and works in a folder with a long name",
  async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const path = join(folderForTest(), "long-".repeat(30));
    mkdirSync(path);
    const lock = await lockDirectory(path);
    expect(readdirSync(path).map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o600]);
    await expect(lockDirectory(path)).rejects.toThrow("is in use");
    lock.release();
  },
);

test("lockDirectory takes over from a killed process at once", async () => {
  const path = folderForTest();
  const other = await contender(path);
  expect(await other.tryLock()).toBe("held");
  await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${other.process.pid})`);
  await other.kill();
  (await lockDirectory(path)).release();
  expect(readdirSync(path)).toEqual([]);
});

test.runIf(hasSockets)(
  "lockDirectory refuses the directory of a process that stands still",
  async () => {
    const path = folderForTest();
    const other = await contender(path);
    expect(await other.tryLock()).toBe("held");
    other.process.kill("SIGSTOP");
    await expect(lockDirectory(path)).rejects.toThrow(`in use by another process (pid ${other.process.pid})`);
  },
  20_000,
);

test.skipIf(!mayUnshare)("lockDirectory refuses a directory of another PID namespace", async () => {
  const path = folderForTest();
  const other = await contender(path, IN_NAMESPACE);
  expect(await other.tryLock()).toBe("held");
  // The other process, and a third one in its own namespace, have the number 1.
  const third = await contender(path, IN_NAMESPACE);
  for (const refusal of [await third.tryLock(), await lockDirectory(path).catch(String)])
    expect(refusal).toContain(`the data directory ${path} is in use by another process (pid 1)`);
  await other.kill();
  expect(await third.tryLock()).toBe("held");
});

longTest(
  "of processes that try at the same moment, exactly one has the directory of a killed one",
  async () => {
    const path = folderForTest();
    const contenders = await Promise.all(Array.from({ length: 8 }, () => contender(path)));
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(contenders.map((one) => one.tryLock()));
      const winners = contenders.filter((_, i) => answers[i] === "held");
      expect(winners.map(({ process }) => process.pid)).toEqual([await holderOf(path)]);
      await winners[0]?.kill();
      contenders.splice(contenders.indexOf(winners[0] as Contender), 1, await contender(path));
    }
  },
);

test.runIf(hasSockets)(
  "lockDirectory removes the sockets that killed processes have left, and nothing else",
  async () => {
    const path = folderForTest();
    for (const name of ["owner.7.0123abcd.sock", "owner.8.0123abcd.sock.draft", "data.mdb"])
      writeFileSync(join(path, name), "");
    const lock = await lockDirectory(path);
    expect(readdirSync(path).length).toBe(2);
    lock.release();
    expect(readdirSync(path)).toEqual(["data.mdb"]);
  },
);
