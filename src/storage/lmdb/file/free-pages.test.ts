import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { sealing } from "../../contract/tools.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { inspectStore } from "./inspect-store.ts";

test("readFreePages takes the numbers of transactions for numbers: 256 comes after 255", async () => {
  const path = folderForTest();
  const storage = await openLmdbStorage({ path });
  onTestFinished(() => storage.close());
  const damaged: unknown[] = [];
  for (let i = 0; i < 300; i++) {
    await storage.create(`/a/${i}`, sealing({}));
    damaged.push(...(inspectStore(path)?.damage ?? []));
  }
  expect(damaged).toEqual([]);
});
