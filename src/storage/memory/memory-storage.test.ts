import { expect, test } from "vitest";
import { sampledCount } from "../../../test/parts/sampled.ts";
import { testRandomOperations } from "../contract/random-operations.tool.ts";
import { sealing } from "../contract/tools.ts";
import { describeStorage } from "../contract.ts";
import { createMemoryStorage, type MemoryStorageOptions } from "./memory-storage.ts";

const open = async (options: MemoryStorageOptions = {}) => {
  const storage = createMemoryStorage(options);
  return { storage, close: () => storage.close() };
};

describeStorage("memory", open);
testRandomOperations(open, { operations: sampledCount(3_000) });
testRandomOperations(() => open({ historyChanges: 20 }), { operations: sampledCount(3_000) });

test("createMemoryStorage forgets changes beyond their number", async () => {
  const storage = createMemoryStorage({ historyChanges: 3 });
  for (let n = 0; n < 10; n++) await storage.create(`/${n}`, sealing({ n }));
  expect([storage.revision, storage.compacted]).toEqual([11, 8]);
  expect((await storage.list("/", { revision: 8 })).entries).toHaveLength(7);
});

test("createMemoryStorage forgets changes that are too many bytes, and keeps all that is there", async () => {
  const storage = createMemoryStorage({ historyBytes: 5_000 });
  const text = "x".repeat(1_000);
  for (let n = 0; n < 10; n++) await storage.create(`/${n}`, sealing({ n, text }));
  expect([storage.revision, storage.compacted]).toEqual([11, 7]);
  const { entries } = await storage.list("/");
  expect(entries.map(({ document }) => document.value)).toEqual(
    Array.from({ length: 10 }, (_, n) => ({ n, text })),
  );
  await storage.create("/long", sealing({ text: "x".repeat(10_000) }));
  expect([storage.revision, storage.compacted]).toEqual([12, 11]);
});

test("createMemoryStorage forgets changes that are too old", async () => {
  let time = 0;
  const storage = createMemoryStorage({ historyMs: 1_000, now: () => time });
  await storage.create("/a", sealing({}));
  time = 1_000;
  await storage.create("/b", sealing({}));
  expect(storage.compacted).toBe(1);
  time = 1_001;
  await storage.create("/c", sealing({}));
  expect(storage.compacted).toBe(2);
});
