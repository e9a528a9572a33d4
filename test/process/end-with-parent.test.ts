import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const PARENT = `
import { spawn } from "node:child_process";
import { endWithParent } from ${JSON.stringify(new URL("end-with-parent.mjs", import.meta.url).href)};
const child = endWithParent(spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]));
console.log(child.pid);
`;

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(["SIGKILL", "SIGTERM"] as const)("a child ends when its parent is ended by %s", async (signal) => {
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", PARENT]);
  const [text] = await once(parent.stdout, "data");
  const pid = Number(String(text));
  expect(isThere(pid)).toBe(true);
  parent.kill(signal);
  await expect.poll(() => isThere(pid)).toBe(false);
});
