import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { folderForTest } from "../../test/tools/scratch-folder.tool.ts";
import { linkText } from "./link-text.ts";

const LINK = "http://127.0.0.1:1/#token=secret";

let folder = "";
beforeEach(() => {
  folder = folderForTest();
});

it("linkText is the link on a terminal", async () => {
  expect((await linkText(LINK, folder, true)).text).toBe(LINK);
});

it("linkText names a file that only its owner can read elsewhere, and removes it in the end", async () => {
  const file = join(folder, "console-link");
  const { text, forget } = await linkText(LINK, folder, false);
  expect(text).toBe(`the link in ${file}`);
  expect(readFileSync(file, "utf8")).toBe(`${LINK}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  forget();
  expect(existsSync(file)).toBe(false);
});

it("linkText never has the token where the file cannot be written", async () => {
  const { text } = await linkText(LINK, "/proc/version/none", false);
  expect(text).toContain("on a terminal only");
  expect(text).not.toContain("secret");
});
