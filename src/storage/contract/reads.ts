import { beforeEach, describe, expect, test } from "vitest";
import type { Storage } from "../storage.ts";
import type { OpenedStorage } from "./opened-storage.ts";
import { afterLast, codeOf, fill, increment, keys, remove, sealing, written } from "./tools.ts";

/** Tests of `get` and `list`, also at earlier revisions and in pages. */
export function describeReads(opened: () => OpenedStorage): void {
  describe("reads", () => {
    let storage: Storage;
    beforeEach(() => {
      storage = opened().storage;
    });

    test("get of an unknown key is undefined", async () => {
      expect(await storage.get("/nothing")).toBeUndefined();
    });

    test("getCached and listCached know what was written here, and after catchUp what was written anywhere", async () => {
      const entry = written(await storage.create("/c/a", sealing({ n: 1 })));
      expect(storage.getCached("/c/a")).toEqual(entry);
      expect(storage.listCached("/c/")).toEqual(await storage.list("/c/"));
      const second = written(await storage.update("/c/a", entry.revision, sealing({ n: 2 })));
      expect(storage.listCached("/c/", { revision: entry.revision }).entries).toEqual([entry]);
      await storage.catchUp();
      expect(storage.getCached("/c/a")).toEqual(second);
      expect(storage.getCached("/c/b")).toBeUndefined();
    });

    test("get at a revision answers as it was then", async () => {
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      const second = written(await storage.update("/a", first.revision, sealing({ n: 2 })));
      const gone = written(await storage.delete("/a", second.revision));
      const again = written(await storage.create("/a", sealing({ n: 3 })));
      expect(await storage.get("/a", 1)).toBeUndefined();
      expect(await storage.get("/a", first.revision)).toEqual(first);
      expect(await storage.get("/a", second.revision)).toEqual(second);
      expect(await storage.get("/a", gone.revision)).toBeUndefined();
      expect(await storage.get("/a", again.revision)).toEqual(again);
    });

    test("list gives the keys under a prefix, ordered by their bytes", async () => {
      const ordered = ["/p/a", "/p/a-b", "/p/a/b", "/p/aa", "/p/b", "/p/é", "/p/\uff5e", "/p/😀"];
      for (const key of ["/p", "/o/z", "/pa", ...ordered.toReversed()])
        await storage.create(key, sealing({ key }));
      const { entries, revision, remaining } = await storage.list("/p/");
      expect(entries.map(({ key }) => key)).toEqual(ordered);
      expect({ revision, remaining }).toEqual({ revision: storage.revision, remaining: 0 });
      expect(await keys(storage, "/p")).toEqual(["/p", ...ordered, "/pa"]);
      expect(await keys(storage, "/q")).toEqual([]);
      expect(await keys(storage, "")).toHaveLength(11);
    });

    test("list pages at one revision, whatever is written meanwhile", async () => {
      await fill(storage, "/page/", 10);
      const before = await storage.list("/page/");
      const first = await storage.list("/page/", { limit: 4 });
      expect(first.entries).toHaveLength(4);
      expect(first.remaining).toBe(6);
      await storage.create("/page/0", sealing({}));
      await storage.create("/page/k05-new", sealing({}));
      await remove(storage, "/page/k06");
      await increment(storage, "/page/k07");
      const second = await storage.list(
        "/page/",
        afterLast(first.entries, { revision: first.revision, limit: 4 }),
      );
      expect(second).toMatchObject({ revision: first.revision, remaining: 2 });
      const third = await storage.list(
        "/page/",
        afterLast(second.entries, { revision: first.revision, limit: 4 }),
      );
      expect(third).toMatchObject({ revision: first.revision, remaining: 0 });
      expect([...first.entries, ...second.entries, ...third.entries]).toEqual(before.entries);
    });

    test("list with a limit that fits exactly has nothing remaining", async () => {
      await fill(storage, "/page/", 4);
      expect(await storage.list("/page/", { limit: 4 })).toMatchObject({ remaining: 0 });
      expect(await storage.list("/page/", { limit: 0 })).toMatchObject({ remaining: 0 });
      const { revision } = storage;
      await storage.create("/other", sealing({}));
      expect(await storage.list("/page/", { limit: 4, revision })).toMatchObject({ remaining: 0 });
    });

    test("list starts after a key, whether or not it is there", async () => {
      await fill(storage, "/page/", 3);
      expect(await keys(storage, "/page/", "/page/k00")).toEqual(["/page/k01", "/page/k02"]);
      expect(await keys(storage, "/page/", "/page/k00a")).toEqual(["/page/k01", "/page/k02"]);
      expect(await keys(storage, "/page/", "/aaa")).toHaveLength(3);
      expect(await keys(storage, "/page/", "/zzz")).toEqual([]);
    });

    test("get and list of a revision that is still to come fail with FutureRevision", async () => {
      const revision = storage.revision + 1;
      expect(await codeOf(storage.get("/a", revision))).toBe("FutureRevision");
      expect(await codeOf(storage.list("/", { revision }))).toBe("FutureRevision");
      expect(await codeOf(storage.compact(revision))).toBe("FutureRevision");
    });

    test("compact makes older revisions unreadable, and no others", async () => {
      const entries = await fill(storage, "/c/", 5);
      await remove(storage, "/c/k00");
      const at = entries[3]?.revision ?? 0;
      await storage.compact(at);
      expect(storage.compacted).toBe(at);
      expect(await codeOf(storage.get("/c/k00", at - 1))).toBe("Compacted");
      expect(await codeOf(storage.list("/c/", { revision: at - 1 }))).toBe("Compacted");
      expect((await storage.list("/c/", { revision: at })).entries).toEqual(entries.slice(0, 4));
      await storage.compact(storage.revision);
      expect((await storage.list("/c/")).entries).toEqual(entries.slice(1));
      await storage.compact(at);
      expect(storage.compacted).toBe(storage.revision);
    });
  });
}
