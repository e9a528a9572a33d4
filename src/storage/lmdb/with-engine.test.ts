import { expect, test } from "vitest";
import { withEngine } from "./with-engine.ts";

const failing = (message: string) => withEngine(() => Promise.reject(new Error(message)));

test.each(["No native build was found for platform=sunos arch=x64 runtime=node abi=115"])(
  "says what to do where there is no LMDB: %s",
  async (message) => {
    await expect(failing(message)).rejects.toThrow(/^there is no LMDB for this machine .*--in-memory/);
  },
);

test("leaves other errors alone, and what was loaded", async () => {
  await expect(failing("Cannot find package 'yaml'")).rejects.toThrow("Cannot find package 'yaml'");
  expect(await withEngine(() => Promise.resolve(7))).toBe(7);
});
