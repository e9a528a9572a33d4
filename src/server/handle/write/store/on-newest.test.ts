import { expect, test } from "vitest";
import { Document } from "../../../../api/object/document.ts";
import { createMemoryStorage } from "../../../../storage/index.ts";
import { type Entry, type Storage, StorageError } from "../../../../storage/storage.ts";
import { type Attempt, LOST, onNewest, unwritten, written } from "./on-newest.ts";

const seal = (n: number) => () => new Document({ n });
const numberOf = (entry: Entry | undefined): number | undefined =>
  (entry?.document.value as { n: number } | undefined)?.n;

/**
 * Creates a store with `n: 1`, which another server has changed to `n: 2` (or deleted): the cache has only
 * the first until a write fails.
 */
async function behind(
  change: "updated" | "deleted" | "none",
): Promise<{ storage: Storage; reads: () => number }> {
  const store = createMemoryStorage();
  await store.create("/a", seal(1));
  const old = store.getCached("/a") as Entry;
  if (change === "updated") await store.update("/a", old.revision, seal(2));
  if (change === "deleted") await store.delete("/a", old.revision);
  let reads = 0;
  const get = (key: string) => {
    reads++;
    return store.get(key);
  };
  let known: Entry | undefined = old;
  const storage = Object.assign(Object.create(store) as Storage, {
    getCached: () => known,
    get,
    async update(...given: Parameters<Storage["update"]>) {
      const result = await store.update(...given);
      known = store.getCached("/a");
      return result;
    },
  });
  return { storage, reads: () => reads };
}

/** Adds one, as a read-modify-write does. */
const increment =
  (storage: Storage) =>
  async (entry: Entry | undefined): Promise<Attempt<number>> => {
    if (entry === undefined) throw new Error("missing");
    const next = (numberOf(entry) ?? 0) + 1;
    const result = await storage.update("/a", entry.revision, seal(next));
    return result.kind === "written" ? written(next) : LOST;
  };

test("onNewest reads nothing when what is known is the newest", async () => {
  const { storage, reads } = await behind("none");
  expect(await onNewest(storage, "/a", increment(storage))).toBe(2);
  expect(reads()).toBe(0);
});

test("onNewest writes on top of what somebody else has written", async () => {
  const { storage, reads } = await behind("updated");
  expect(await onNewest(storage, "/a", increment(storage))).toBe(3);
  expect(reads()).toBe(0);
});

test("onNewest tells that nothing is stored when it was removed elsewhere", async () => {
  const { storage } = await behind("deleted");
  await expect(onNewest(storage, "/a", increment(storage))).rejects.toThrow("missing");
});

test("onNewest makes an answer without a write again of the newest", async () => {
  const { storage } = await behind("updated");
  expect(await onNewest(storage, "/a", async (entry) => unwritten(numberOf(entry)))).toBe(2);
});

test("onNewest believes a refusal only of the newest", async () => {
  const refuseOld = async (entry: Entry | undefined): Promise<Attempt<string>> => {
    if (numberOf(entry) === 1) throw new Error("refused");
    return unwritten("accepted");
  };
  const { storage } = await behind("updated");
  expect(await onNewest(storage, "/a", refuseOld)).toBe("accepted");
  const same = await behind("none");
  await expect(onNewest(same.storage, "/a", refuseOld)).rejects.toThrow("refused");
  expect(same.reads()).toBe(1);
});

test("onNewest asks the store about what is not known", async () => {
  const store = createMemoryStorage();
  await store.create("/a", seal(7));
  const storage = Object.assign(Object.create(store) as Storage, {
    getCached: () => undefined,
    get: (key: string) => store.get(key),
  });
  expect(await onNewest(storage, "/a", async (entry) => unwritten(numberOf(entry)))).toBe(7);
});

test("onNewest does not try again when nobody knows what came of a write", async () => {
  const { storage } = await behind("none");
  let attempts = 0;
  const written = onNewest(storage, "/a", async (entry) => {
    attempts++;
    await storage.update("/a", entry?.revision ?? 0, seal(9));
    throw new StorageError("Failed", "the connection was lost");
  });
  await expect(written).rejects.toThrow("the connection was lost");
  expect(attempts).toBe(1);
});
