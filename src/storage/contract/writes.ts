import { beforeEach, describe, expect, test } from "vitest";
import { Document } from "../../api/object/document.ts";
import type { Change, Storage, WriteResult } from "../storage.ts";
import type { OpenedStorage } from "./opened-storage.ts";
import { increment, keys, remove, sealing, until, written } from "./tools.ts";

/** The revision where objects carry it. */
const sealed = (revision: number) => new Document({ metadata: { resourceVersion: String(revision) } });

/** Tests of `create`, `update` and `delete`: revisions and conflicts. */
export function describeWrites(opened: () => OpenedStorage): void {
  describe("writes", () => {
    let storage: Storage;
    beforeEach(() => {
      storage = opened().storage;
    });

    test("revision is 1 in an empty store, and every write takes the next one", async () => {
      expect(storage.revision).toBe(1);
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      const second = written(await storage.update("/a", first.revision, sealing({ n: 2 })));
      const third = written(await storage.delete("/a", second.revision));
      expect([first.revision, second.revision, third.revision]).toEqual([2, 3, 4]);
      expect(storage.revision).toBe(4);
    });

    test("create stores what seal makes of the revision", async () => {
      const result = written(await storage.create("/a", sealed));
      expect(result.document.value).toEqual(sealed(result.revision).value);
      expect((await storage.get("/a"))?.document.value).toEqual(sealed(result.revision).value);
    });

    test("create answers with what is there when the key exists", async () => {
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      const seals: number[] = [];
      const result = await storage.create("/a", (revision) => {
        seals.push(revision);
        return new Document({ n: 2 });
      });
      expect(result).toEqual({ kind: "conflict", current: first });
      expect(seals).toEqual([]);
      expect(storage.revision).toBe(first.revision);
    });

    test("update conflicts with another revision, and tells what is there", async () => {
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      const second = written(await storage.update("/a", first.revision, sealing({ n: 2 })));
      expect(await storage.update("/a", first.revision, sealing({ n: 3 }))).toEqual({
        kind: "conflict",
        current: second,
      });
      expect(await storage.update("/b", 7, sealing({ n: 3 }))).toEqual({
        kind: "conflict",
        current: undefined,
      });
    });

    test("delete conflicts with another revision, and removes with the right one", async () => {
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      expect(await storage.delete("/a", first.revision + 1)).toEqual({ kind: "conflict", current: first });
      const last = written(await storage.delete("/a", first.revision));
      expect(last.document.value).toEqual({ n: 1 });
      expect(last.revision).toBeGreaterThan(first.revision);
      expect(await storage.get("/a")).toBeUndefined();
      expect(await storage.delete("/a", first.revision)).toEqual({ kind: "conflict", current: undefined });
    });

    test("delete makes the last state by seal", async () => {
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      const last = written(await storage.delete("/a", first.revision, sealed));
      expect(last.document.value).toEqual(sealed(last.revision).value);
    });

    test("create works again after a delete", async () => {
      const first = written(await storage.create("/a", sealing({ n: 1 })));
      await storage.delete("/a", first.revision);
      const again = written(await storage.create("/a", sealing({ n: 2 })));
      expect(await storage.get("/a")).toEqual(again);
    });

    test("create while another key has its revision", async () => {
      const held = written(await storage.create("/held", sealing({ n: 1 })));
      const made = written(await storage.create("/a", sealing({ n: 1 }), { while: [held] }));
      expect(await storage.get("/a")).toEqual(made);
      expect(await storage.create("/a", sealing({ n: 2 }), { while: [held] })).toEqual({
        kind: "conflict",
        current: made,
      });
      const changed = written(await storage.update("/held", held.revision, sealing({ n: 2 })));
      const refused = { kind: "conflict", current: undefined };
      expect(await storage.create("/b", sealing({ n: 1 }), { while: [held] })).toEqual(refused);
      written(await storage.create("/b", sealing({ n: 1 }), { while: [changed] }));
      await remove(storage, "/held");
      expect(await storage.create("/c", sealing({ n: 1 }), { while: [changed] })).toEqual(refused);
      expect(await storage.get("/c")).toBeUndefined();
    });

    test("nothing is created after what had to stay as it was has changed", async () => {
      for (let round = 0; round < 20; round++) {
        const held = written(await storage.create(`/held/${round}`, sealing({ n: 1 })));
        const creates = Array.from({ length: 10 }, (_, n) => n).map(async (n) => {
          if (n > 3) await new Promise((resolve) => setTimeout(resolve, n - 4));
          return storage.create(`/in/${round}/${n}`, sealing({ n }), { while: [held] });
        });
        const change = storage.update(`/held/${round}`, held.revision, sealing({ n: 2 }));
        const { revision } = written(await change);
        const made = (await Promise.all(creates)).flatMap((one) => (one.kind === "written" ? one.entry : []));
        expect(made.filter((entry) => entry.revision > revision)).toEqual([]);
        expect(await keys(storage, `/in/${round}/`)).toEqual(made.map(({ key }) => key).sort());
      }
    });

    test("a key with a time to live goes after it, or stays where the engine cannot do that", async () => {
      const seen: Change[] = [];
      storage.watch("/ttl/", storage.revision, { change: (one) => seen.push(one), closed: () => {} });
      // Each of these is changed at once: a busy machine has its time for that, too.
      const ttl = { ttlSeconds: 4 };
      const kept = written(await storage.create("/ttl/kept", sealing({ n: 1 }), ttl));
      written(await storage.update("/ttl/kept", kept.revision, sealing({ n: 2 })));
      const a = written(await storage.create("/ttl/a", sealing({ n: 1 }), ttl));
      written(await storage.update("/ttl/a", a.revision, sealing({ n: 3 }), ttl));
      written(await storage.create("/ttl/b", sealing({ n: 1 }), ttl));
      const left = opened().expires === true ? ["/ttl/kept"] : ["/ttl/a", "/ttl/b", "/ttl/kept"];
      if (opened().expires === true) {
        await until(() => seen.filter(({ type }) => type === "deleted").length === 2);
        const gone = seen.filter(({ type }) => type === "deleted");
        expect(gone.map(({ key }) => key).sort()).toEqual(["/ttl/a", "/ttl/b"]);
        expect(gone.find(({ key }) => key === "/ttl/a")?.entry.document.value).toEqual({ n: 3 });
      }
      expect(await keys(storage, "/ttl/")).toEqual(left);
      written(await storage.create("/ttl/c", sealing({ n: 1 }), ttl));
    }, 180_000);

    test("create of one key by many at once lets one through, and the others see it", async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => storage.create("/a", sealing({ n }))),
      );
      const winners = results.filter((result) => result.kind === "written");
      expect(winners).toHaveLength(1);
      const winner = written(winners[0] as WriteResult);
      for (const result of results) {
        if (result.kind === "conflict") expect(result.current).toEqual(winner);
      }
    });

    test("update by many at once loses nothing", async () => {
      await storage.create("/counter", sealing({ n: 0 }));
      await Promise.all(Array.from({ length: 20 }, () => increment(storage, "/counter")));
      expect((await storage.get("/counter"))?.document.value).toEqual({ n: 20 });
    });

    test("writes of many keys at once get revisions of their own, all visible when they are answered", async () => {
      const results = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          const entry = written(await storage.create(`/many/${n}`, sealing({ n })));
          expect(storage.revision).toBeGreaterThanOrEqual(entry.revision);
          expect(await storage.get(`/many/${n}`)).toEqual(entry);
          return entry.revision;
        }),
      );
      expect(new Set(results).size).toBe(200);
      expect((await storage.list("/many/")).entries).toHaveLength(200);
    });

    test("create keeps big values and big integers whole", async () => {
      const value = { text: "ü€😀".repeat(100_000), big: 9_223_372_036_854_775_807n };
      await storage.create("/big", sealing(value));
      const read = await storage.get("/big");
      expect(read?.document.value).toEqual(value);
      expect(read?.document.bytes.length).toBeGreaterThan(900_000);
    });

    test("keys such as __proto__ and constructor are ordinary", async () => {
      for (const key of ["/x/__proto__", "/x/constructor", "__proto__", "/x/toString"]) {
        expect(await storage.get(key)).toBeUndefined();
        const entry = written(await storage.create(key, sealing({ key })));
        expect(await storage.get(key)).toEqual(entry);
      }
      expect(await keys(storage, "/x/")).toEqual(["/x/__proto__", "/x/constructor", "/x/toString"]);
    });
  });
}
