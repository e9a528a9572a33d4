import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { keepAddress, keptAddress, newToken } from "./kept-address.ts";

function folder(): string {
  const made = folderForTest();
  return made;
}

test("keptAddress finds what keepAddress wrote, which only its owner can read", async () => {
  const dir = folder();
  const address = { token: newToken(), port: 6440 };
  await keepAddress(dir, address);
  expect(keptAddress(dir)).toEqual(address);
  expect(statSync(join(dir, "console.json")).mode & 0o777).toBe(0o600);
});

test("keptAddress makes a new token if there is none, or if others could read it", async () => {
  const dir = folder();
  expect(keptAddress(dir)).toEqual({ token: expect.stringMatching(/^[\w-]{32}$/), port: 0 });
  const token = newToken();
  await keepAddress(dir, { token, port: 6440 });
  chmodSync(join(dir, "console.json"), 0o644);
  expect(keptAddress(dir).token).not.toBe(token);
});

test.each(["", "{", "[]", '{"token":"short","port":1}', '{"token":7}', `{"port":6440}`])(
  "keptAddress ignores a damaged file: %s",
  (text) => {
    const dir = folder();
    writeFileSync(join(dir, "console.json"), text, { mode: 0o600 });
    expect(keptAddress(dir).port).toBe(0);
  },
);

test("keptAddress ignores a port that is none", async () => {
  const dir = folder();
  for (const port of [-1, 65_536, 1.5, Number.NaN]) {
    await keepAddress(dir, { token: newToken(), port });
    expect(keptAddress(dir).port).toBe(0);
  }
});
