import { expect, onTestFinished, test } from "vitest";
import { sealing } from "../../contract/tools.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { scratchDirectory } from "../scratch.tool.ts";
import { inspectStore } from "./inspect-store.ts";

test("readFreePages takes the numbers of transactions for numbers: 256 comes after 255", async () => {
  const { path, remove } = scratchDirectory();
  onTestFinished(remove);
  const storage = await openLmdbStorage({ path });
  onTestFinished(() => storage.close());
  const damaged: unknown[] = [];
  for (let i = 0; i < 300; i++) {
    await storage.create(`/a/${i}`, sealing({}));
    damaged.push(...(inspectStore(path)?.damage ?? []));
  }
  expect(damaged).toEqual([]);
});
