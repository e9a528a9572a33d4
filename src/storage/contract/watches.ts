import { beforeEach, describe, expect, test } from "vitest";
import type { Change, Storage } from "../storage.ts";
import type { OpenedStorage } from "./opened-storage.ts";
import {
  churn,
  fail,
  fill,
  letEventsArrive,
  sealing,
  sequence,
  until,
  watchedKeys,
  watching,
  written,
} from "./tools.ts";

/** Tests of `watch`: the order of changes, their delivery and the end of a watch. */
export function describeWatches(opened: () => OpenedStorage): void {
  describe("watches", () => {
    let storage: Storage;
    beforeEach(() => {
      storage = opened().storage;
    });

    test("watch tells of every change with its previous value, not in the turn of the write", async () => {
      const seen: Change[] = [];
      storage.watch("/w/", storage.revision, { change: (change) => seen.push(change), closed: fail });
      const first = written(await storage.create("/w/a", sealing({ n: 1 })));
      const second = written(await storage.update("/w/a", first.revision, sealing({ n: 2 })));
      const last = written(await storage.delete("/w/a", second.revision));
      await until(
        () => seen.length >= 3,
        () => seen,
      );
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
      await until(
        () => seen.length === 1,
        () => seen,
      );
    });

    test("watch resumes at any revision without a gap or a repetition", async () => {
      const start = storage.revision;
      await churn(storage, "/w/", 30);
      const watchers: { from: number; seen: number[] }[] = [];
      for (let from = start; from <= storage.revision; from++) watchers.push(watching(storage, "/w/", from));
      await churn(storage, "/w/", 30);
      for (let from = start; from <= storage.revision; from++) watchers.push(watching(storage, "/w/", from));
      const end = storage.revision;
      await until(
        () => watchers.every(({ from, seen }) => seen.length >= end - from),
        () => watchers.map(({ seen }) => seen.length),
      );
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
      await until(
        () => watchers.every(({ from, seen }) => seen.length >= storage.revision - from),
        () => watchers.map(({ seen }) => seen.length),
      );
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
      await until(
        () => codes.length > 0,
        () => codes,
      );
      await storage.create("/w/more", sealing({}));
      await letEventsArrive();
      expect(codes).toEqual(["Compacted"]);
    });

    test("watch from a revision that is still to come waits for what comes after it", async () => {
      const { seen } = watching(storage, "/w/", storage.revision + 2);
      const entries = await fill(storage, "/w/", 4);
      await until(
        () => seen.length >= 2,
        () => seen,
      );
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
      await until(
        () => other.seen.length === 3,
        () => other.seen,
      );
      expect(seen).toEqual([entries[0]?.revision]);
    });

    test("watch whose listener throws ends, and the others continue", async () => {
      const codes: string[] = [];
      storage.watch("/w/", storage.revision, {
        change: () => {
          throw new Error("broken");
        },
        closed: ({ code }) => codes.push(code),
      });
      const other = watching(storage, "/w/", storage.revision);
      await fill(storage, "/w/", 3);
      await until(
        () => other.seen.length === 3,
        () => other.seen,
      );
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
      await until(
        () => seen.length >= 2,
        () => seen,
      );
      expect(seen).toEqual(["change 2", "progress 3"]);
    });
  });
}
