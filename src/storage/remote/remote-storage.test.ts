import { expect, test } from "vitest";
import { sampledCount } from "../../../test/parts/sampled.ts";
import { Document } from "../../api/object/document.ts";
import { testRandomOperations } from "../contract/random-operations.tool.ts";
import { codeOf, increment, sealing, until, watching, written } from "../contract/tools.ts";
import { describeStorage, type OpenedStorage } from "../contract.ts";
import { createMemoryStorage } from "../memory/memory-storage.ts";
import type { Storage } from "../storage.ts";
import { FrameWriter } from "./frames.ts";
import type { Message } from "./messages.ts";
import { openRemoteStorage } from "./remote-storage.ts";
import { serveStorage } from "./serve-storage.ts";
import { streamPair } from "./stream-pair.tool.ts";

async function connected(store: Storage): Promise<Storage> {
  const [near, far] = await streamPair();
  serveStorage(store, far);
  return openRemoteStorage(near);
}

const open = async (): Promise<OpenedStorage> => {
  const store = createMemoryStorage();
  let storage = await connected(store);
  return {
    storage,
    reopen: async () => {
      await storage.close();
      storage = await connected(store);
      return storage;
    },
    close: async () => {
      await storage.close();
      await store.close();
    },
  };
};

describeStorage("remote", open);
testRandomOperations(open, { operations: sampledCount(5_000) });

test("what one process has written the other reads at once, and writes on top of it", async () => {
  const store = createMemoryStorage();
  const [a, b] = [await connected(store), await connected(store)];
  for (let n = 0; n < 50; n++) {
    const [writer, reader] = n % 2 === 0 ? [a, b] : [b, a];
    const entry = written(await writer.create(`/k${n}`, sealing({ n })));
    expect((await reader.get(`/k${n}`))?.revision).toBe(entry.revision);
    written(await reader.update(`/k${n}`, entry.revision, sealing({ n: -n })));
    expect((await writer.update(`/k${n}`, entry.revision, sealing({}))).kind).toBe("conflict");
  }
  expect(await a.list("/", {})).toEqual(await b.list("/", {}));
  expect(await a.list("/", {})).toEqual(await store.list("/", {}));
});

test("a document has its revision in all processes, whatever its text", async () => {
  const store = createMemoryStorage();
  const [a, b] = [await connected(store), await connected(store)];
  const seal = (more: object) => (revision: number) =>
    new Document({ metadata: { name: "a", resourceVersion: String(revision) }, ...more });
  for (const [n, more] of [{}, { text: '"resourceVersion":"0"' }, { big: "ü".repeat(200_000) }].entries()) {
    const { revision } = written(await a.create(`/k${n}`, seal(more)));
    const expected = seal(more)(revision).value;
    for (const one of [store, a, b]) {
      expect((await one.get(`/k${n}`))?.document.value).toEqual(expected);
    }
  }
});

test("two processes that change one object lose no change", async () => {
  const store = createMemoryStorage();
  const all = [await connected(store), await connected(store)];
  written(await store.create("/n", sealing({ n: 0 })));
  await Promise.all(all.flatMap((one) => Array.from({ length: 20 }, () => increment(one, "/n"))));
  expect((await store.get("/n"))?.document.value).toEqual({ n: 40 });
});

test("a process that starts while others write has everything", async () => {
  const store = createMemoryStorage();
  const writer = await connected(store);
  for (let n = 0; n < 1_200; n++) await store.create(`/o/${n}`, sealing({ n }));
  let isOn = true;
  const writing = (async () => {
    for (let n = 0; isOn; n++) {
      const current = await writer.get(`/o/${n % 1_200}`);
      if (n % 3 === 0 && current !== undefined) await writer.delete(current.key, current.revision);
      else if (current === undefined) await writer.create(`/o/${n % 1_200}`, sealing({ n }));
      else await writer.update(current.key, current.revision, sealing({ n }));
    }
  })();
  const late = await connected(store);
  const { seen } = watching(late, "/", late.revision);
  const from = late.revision;
  await until(() => seen.length > 50);
  isOn = false;
  await writing;
  await late.catchUp();
  await until(() => seen.at(-1) === late.revision);
  expect(seen).toEqual(Array.from({ length: late.revision - from }, (_, i) => from + 1 + i));
  expect((await late.list("", {})).entries.map(({ key, revision }) => [key, revision])).toEqual(
    (await store.list("", {})).entries.map(({ key, revision }) => [key, revision]),
  );
});

test("a change that comes in one piece with the end of the first entries is not lost", async () => {
  const [near, far] = await streamPair();
  const frames = new FrameWriter<Message>(far);
  frames.send({ tell: "entry", key: "/a", revision: 5 }, [Buffer.from('{"n":1}')]);
  frames.send({ tell: "loaded", revision: 5 });
  frames.send({ tell: "change", type: "updated", key: "/a", revision: 6 }, [Buffer.from('{"n":2}')]);
  const storage = await openRemoteStorage(near);
  await until(() => storage.revision === 6);
  expect(storage.getCached("/a")?.document.value).toEqual({ n: 2 });
  await storage.close();
  far.destroy();
});

test("a store that ends fails all calls, and reports it", async () => {
  const store = createMemoryStorage();
  const [near, far] = await streamPair();
  serveStorage(store, far);
  const errors: string[] = [];
  const storage = await openRemoteStorage(near, { ended: ({ message }) => errors.push(message) });
  const write = storage.create("/a", sealing({}));
  far.destroy();
  expect(await codeOf(write)).toBe("Failed");
  expect(await codeOf(storage.get("/a"))).toBe("Failed");
  expect(errors).toEqual(["the process that stores the objects has ended"]);
});

test("a process that does not read loses its connection", async () => {
  const store = createMemoryStorage();
  const [near, far] = await streamPair();
  serveStorage(store, far, 1 << 20);
  await openRemoteStorage(near);
  near.pause();
  const isDestroyed = new Promise<void>((resolve) => far.once("close", () => resolve()));
  for (let n = 0; n < 40; n++) await store.create(`/k${n}`, sealing({ text: "x".repeat(100_000) }));
  await isDestroyed;
  near.destroy();
});

test("a store that ends while a process starts is an error", async () => {
  const [near, far] = await streamPair();
  far.destroy();
  await expect(openRemoteStorage(near)).rejects.toThrow("has ended");
});

test("errors of the store have their code", async () => {
  const store = createMemoryStorage({ shortage: () => "no memory is left" });
  const storage = await connected(store);
  expect(await codeOf(storage.create("/a", sealing({})))).toBe("NoSpace");
});
