import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OpenedStorage } from "./contract/opened-storage.ts";
import { describeReads } from "./contract/reads.ts";
import {
  churn,
  codeOf,
  content,
  contentOf,
  fail,
  keys,
  remove,
  sealing,
  watching,
  written,
} from "./contract/tools.ts";
import { describeWatches } from "./contract/watches.ts";
import { describeWrites } from "./contract/writes.ts";
import type { Storage } from "./storage.ts";

export type { OpenedStorage };

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

    describeWrites(() => opened);
    describeReads(() => opened);
    describeWatches(() => opened);

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

      test("reopen finds everything, continues counting, and remembers no history", async ({ skip }) => {
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
