import { expect, onTestFinished, test } from "vitest";
import { newDataDir, removeDataDir } from "../../../test/parts/server.ts";
import { createMaps, mapKey, sealingMap, withStore } from "../../storage/moves/moves.tool.ts";
import { runCheck } from "./run-check.ts";

const silent = { write: () => true };

async function checked(fill: Parameters<typeof withStore>[1]): Promise<{ text: string; isWell: boolean }> {
  const dir = newDataDir();
  onTestFinished(() => removeDataDir(dir));
  await withStore(dir, fill);
  return runCheck(`lmdb:${dir}`, { output: "text" }, silent);
}

test("runCheck prints counts, space and that all is well", async () => {
  const { text, isWell } = await checked((storage) => createMaps(storage, 1, 3));
  expect(isWell).toBe(true);
  expect(text).toMatch(/: 3 objects at revision 4\nsha256:[0-9a-f]{64}\n/);
  expect(text).toMatch(/\d MiB, \d+\.\d MiB of it free for new objects; \d+\.\d MiB left on the disk\n/);
  expect(text).toContain("  configmaps  3\nAll is well.\n");
});

test("runCheck prints ten problems of a kind, and how many more there are", async () => {
  const { text, isWell } = await checked(async (storage) => {
    await Promise.all(Array.from({ length: 15 }, (_, n) => storage.create(mapKey(n), sealingMap(n + 100))));
  });
  expect(isWell).toBe(false);
  expect(text).toContain(`  ${mapKey(0)}: by its namespace and name it belongs under ${mapKey(100)}\n`);
  expect(text).toContain("  … and 5 more like these; --output json has all\nProblems: 15\n");
});
