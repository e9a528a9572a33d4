import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Document } from "../json/document.ts";
import {
  afterLast,
  churn,
  codeOf,
  content,
  contentOf,
  fail,
  fill,
  increment,
  keys,
  letEventsArrive,
  remove,
  sealing,
  sequence,
  until,
  watchedKeys,
  watching,
  written,
} from "./contract-tools.ts";
import type { Change, Storage, WriteResult } from "./storage.ts";

/** A storage under test. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Closes it and opens it again with what it has kept; absent where nothing is kept. */
  readonly reopen?: () => Promise<Storage>;
  readonly close: () => Promise<void>;
  /** Keys with a time to live go by themselves. */
  readonly expires?: boolean;
}

/** The revision where objects carry it. */
const sealed = (revision: number) => new Document({ metadata: { resourceVersion: String(revision) } });

/** The law for every storage engine, as tests; `open` gives an empty one each time. */
export function describeStorage(name: string, open: () => Promise<OpenedStorage>): void {
  describe(`${name} storage`, () => {
    let opened: OpenedStorage;
    let storage: Storage;

    beforeEach(async () => {
      opened = await open();
      storage = opened.storage;
    });
    afterEach(() => opened.close());

    describe("writes", () => {
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
          const made = (await Promise.all(creates)).flatMap((one) =>
            one.kind === "written" ? one.entry : [],
          );
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
        const left = opened.expires === true ? ["/ttl/kept"] : ["/ttl/a", "/ttl/b", "/ttl/kept"];
        if (opened.expires === true) {
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

    describe("reads", () => {
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

    describe("watches", () => {
      test("watch tells of every change with its previous value, not in the turn of the write", async () => {
        const seen: Change[] = [];
        storage.watch("/w/", storage.revision, { change: (change) => seen.push(change), closed: fail });
        const first = written(await storage.create("/w/a", sealing({ n: 1 })));
        const second = written(await storage.update("/w/a", first.revision, sealing({ n: 2 })));
        const last = written(await storage.delete("/w/a", second.revision));
        await until(() => seen.length >= 3);
        expect(seen).toEqual([
          { type: "created", key: "/w/a", revision: first.revision, entry: first, previous: undefined },
          { type: "updated", key: "/w/a", revision: second.revision, entry: second, previous: first },
          { type: "deleted", key: "/w/a", revision: last.revision, entry: last, previous: second },
        ]);
      });

      test("watch calls nothing before the next turn", async () => {
        await storage.create("/w/a", sealing({}));
        const seen: Change[] = [];
        storage.watch("/w/", 1, { change: (change) => seen.push(change), closed: fail });
        await Promise.resolve();
        expect(seen).toEqual([]);
        await until(() => seen.length === 1);
      });

      test("watch resumes at any revision without a gap or a repetition", async () => {
        const start = storage.revision;
        await churn(storage, "/w/", 30);
        const watchers: { from: number; seen: number[] }[] = [];
        for (let from = start; from <= storage.revision; from++)
          watchers.push(watching(storage, "/w/", from));
        await churn(storage, "/w/", 30);
        for (let from = start; from <= storage.revision; from++)
          watchers.push(watching(storage, "/w/", from));
        const end = storage.revision;
        await until(() => watchers.every(({ from, seen }) => seen.length >= end - from));
        for (const { from, seen } of watchers) expect(seen).toEqual(sequence(from + 1, end));
      });

      test("watch started amid writes under way misses none of them", async () => {
        const start = storage.revision;
        const writes = Array.from({ length: 100 }, (_, n) => storage.create(`/w/${n}`, sealing({ n })));
        const watchers = [watching(storage, "/w/", start)];
        for (let i = 0; i < 5; i++) {
          await writes[i * 20];
          watchers.push(watching(storage, "/w/", storage.revision), watching(storage, "/w/", start));
        }
        await Promise.all(writes);
        await until(() => watchers.every(({ from, seen }) => seen.length >= storage.revision - from));
        for (const { from, seen } of watchers) expect(seen).toEqual(sequence(from + 1, storage.revision));
      });

      test("watch sees its prefix only", async () => {
        const prefixes = ["/w/", "/w/a", "/w/a/", "/w/a/b", "/", "", "/x/"];
        const watched = prefixes.map((prefix) => ({ prefix, seen: watchedKeys(storage, prefix) }));
        const all = ["/w/a", "/w/a/b", "/w/a/bc", "/w/ab", "/w/b", "/y", "w"];
        for (const key of all) await storage.create(key, sealing({}));
        await until(() => watched[5]?.seen.length === all.length);
        for (const { prefix, seen } of watched)
          expect(seen).toEqual(all.filter((key) => key.startsWith(prefix)));
      });

      test("watch from a compacted revision ends with Compacted", async () => {
        await fill(storage, "/w/", 3);
        await storage.compact(storage.revision);
        const codes: string[] = [];
        storage.watch("/w/", storage.revision - 1, { change: fail, closed: ({ code }) => codes.push(code) });
        expect(codes).toEqual([]);
        await until(() => codes.length > 0);
        await storage.create("/w/more", sealing({}));
        await letEventsArrive();
        expect(codes).toEqual(["Compacted"]);
      });

      test("watch from a revision that is still to come waits for what comes after it", async () => {
        const { seen } = watching(storage, "/w/", storage.revision + 2);
        const entries = await fill(storage, "/w/", 4);
        await until(() => seen.length >= 2);
        expect(seen).toEqual(entries.slice(2).map(({ revision }) => revision));
      });

      test("watch is silent once it is closed, and the others are not", async () => {
        const seen: number[] = [];
        const first = storage.watch("/w/", storage.revision, {
          change: ({ revision }) => {
            seen.push(revision);
            first.close();
          },
          closed: fail,
        });
        const other = watching(storage, "/w/", storage.revision);
        const entries = await fill(storage, "/w/", 3);
        await until(() => other.seen.length === 3);
        expect(seen).toEqual([entries[0]?.revision]);
      });

      test("watch whose listener throws ends, and the others go on", async () => {
        const codes: string[] = [];
        storage.watch("/w/", storage.revision, {
          change: () => {
            throw new Error("broken");
          },
          closed: ({ code }) => codes.push(code),
        });
        const other = watching(storage, "/w/", storage.revision);
        await fill(storage, "/w/", 3);
        await until(() => other.seen.length === 3);
        expect(codes).toEqual(["Failed"]);
      });

      test("requestProgress tells the revision that has been delivered", async () => {
        const seen: string[] = [];
        const watch = storage.watch("/w/", storage.revision, {
          change: ({ revision }) => seen.push(`change ${revision}`),
          progress: (revision) => seen.push(`progress ${revision}`),
          closed: fail,
        });
        await storage.create("/w/a", sealing({}));
        await storage.create("/elsewhere", sealing({}));
        watch.requestProgress();
        await until(() => seen.length >= 2);
        expect(seen).toEqual(["change 2", "progress 3"]);
      });
    });

    describe("close", () => {
      test("close ends watches and refuses later calls with Closed", async () => {
        const codes: string[] = [];
        const { seen } = watching(storage, "/", storage.revision);
        storage.watch("/", storage.revision, { change: () => {}, closed: ({ code }) => codes.push(code) });
        const write = storage.create("/a", sealing({}));
        await storage.close();
        const entry = written(await write);
        expect(seen).toEqual([entry.revision]);
        expect(codes).toEqual(["Closed"]);
        expect(await codeOf(storage.get("/a"))).toBe("Closed");
        expect(await codeOf(storage.list("/"))).toBe("Closed");
        expect(await codeOf(storage.create("/b", sealing({})))).toBe("Closed");
        expect(await codeOf(storage.compact(1))).toBe("Closed");
        expect(() => storage.watch("/", 1, { change: fail, closed: fail })).toThrow("closed");
        await storage.close();
      });

      test("reopen finds everything, goes on counting, and remembers no history", async ({ skip }) => {
        if (opened.reopen === undefined) return skip("nothing is kept");
        await churn(storage, "/r/", 40);
        await remove(storage, (await keys(storage, "/r/"))[0] ?? "");
        const before = await storage.list("");
        const again = await opened.reopen();
        expect(await content(again)).toEqual(await contentOf(before.entries));
        expect([again.revision, again.compacted]).toEqual([before.revision, before.revision]);
        expect(await codeOf(again.get("/r/0", before.revision - 1))).toBe("Compacted");
        const next = written(await again.create("/r/next", sealing({})));
        expect(next.revision).toBe(before.revision + 1);
      });
    });
  });
}
