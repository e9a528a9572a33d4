import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { watchFiles } from "./watch-files.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-watch-"));
const file = join(folder, "a.ts");
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  rmSync(folder, { recursive: true });
});

test("what is saved while files are loaded is loaded, too", async () => {
  writeFileSync(file, "1");
  let loads = 0;
  const load = async () => {
    // Nobody has heard of it when the load ends.
    if (++loads === 1) writeFileSync(file, "3");
    return [file];
  };
  const { stop } = watchFiles([file], load, (error) => expect.unreachable(error.message));
  ends.push(stop);
  writeFileSync(file, "2");
  await expect.poll(() => loads).toBe(2);
});
