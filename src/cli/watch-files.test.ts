import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { watchFiles } from "./watch-files.ts";

const folder = folderForTests();
const file = join(folder, "a.ts");
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test("what is saved while files are loaded is loaded, too", async () => {
  writeFileSync(file, "1");
  let loads = 0;
  const load = async () => {
    // No event for this change has arrived when the load ends.
    if (++loads === 1) writeFileSync(file, "3");
    return [file];
  };
  const { stop } = watchFiles([file], load, (error) => expect.unreachable(error.message));
  ends.push(stop);
  writeFileSync(file, "2");
  await expect.poll(() => loads).toBe(2);
});

test("a manifest that is new in a folder counts", async () => {
  const inside = mkdtempSync(join(folder, "config-"));
  let loads = 0;
  const load = async () => {
    loads += 1;
    return [inside];
  };
  const { stop } = watchFiles([inside], load, (error) => expect.unreachable(error.message));
  ends.push(stop);
  writeFileSync(join(inside, "a.yaml"), "1");
  await expect.poll(() => loads).toBeGreaterThan(0);
  const before = loads;
  writeFileSync(join(inside, "b.yaml"), "1");
  await expect.poll(() => loads).toBeGreaterThan(before);
});

test.skipIf(process.platform === "win32")("a mounted Secret that is changed counts", async () => {
  const mount = mkdtempSync(join(folder, "mount-"));
  const put = (version: string): void => {
    mkdirSync(join(mount, version));
    writeFileSync(join(mount, version, "config.yaml"), version);
    symlinkSync(version, join(mount, "..data_tmp"));
    renameSync(join(mount, "..data_tmp"), join(mount, "..data"));
  };
  put("..1");
  const mounted = join(mount, "config.yaml");
  symlinkSync(join("..data", "config.yaml"), mounted);
  let loads = 0;
  const load = async () => {
    loads += 1;
    return [mounted];
  };
  const { stop } = watchFiles([mounted], load, (error) => expect.unreachable(error.message));
  ends.push(stop);
  put("..2");
  await expect.poll(() => loads).toBeGreaterThan(0);
});

test("looks again as often as it is told, never while it still looks", async () => {
  let running = 0;
  let most = 0;
  let times = 0;
  let enough = (): void => {};
  const looked = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const reload = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    if (++times === 5) enough();
    return [];
  };
  const watching = watchFiles([], reload, () => {}, 1);
  await looked;
  watching.stop();
  expect(most).toBe(1);
});
