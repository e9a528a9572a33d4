import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Document } from "../api/object/document.ts";
import { createMemoryStorage } from "../storage/index.ts";
import type { ListOptions, ListResult } from "../storage/storage.ts";
import { observeStorage, type StoredChange } from "./observe-storage.ts";

const configMap = (name: string) => (revision: number) =>
  new Document({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "default", resourceVersion: String(revision) },
    data: { word: "lantern" },
  });

async function filled(count: number) {
  const storage = createMemoryStorage();
  for (let i = 0; i < count; i++)
    await storage.create(`/registry/configmaps/default/c${i}`, configMap(`c${i}`));
  return storage;
}

test("observeStorage tells of more objects than a page holds, and of the changes meanwhile", async () => {
  const storage = await filled(1_200);
  const names = new Set<string>();
  const news: string[] = [];
  const all = new Promise<void>((resolve) => {
    void observeStorage(storage, (change) => {
      if (!change.wasThere) news.push(change.name);
      if (names.add(change.name).size === 1_201) resolve();
    });
  });
  await storage.create("/registry/configmaps/default/a", configMap("a"));
  await all;
  expect(news).toEqual(["a"]);
  await storage.close();
});

test("observeStorage tells nothing more once it has been stopped", async () => {
  const storage = await filled(1_200);
  let told = 0;
  const { stop } = await observeStorage(storage, () => void told++);
  stop();
  const before = told;
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  expect(told).toBe(before);
  await storage.close();
});

test("StoredChange knows the kind, the name and the words of an object without parsing it", async () => {
  const storage = createMemoryStorage();
  const told: StoredChange[] = [];
  const add = (name: string, text: string) =>
    storage.create(`/registry/x/${name}`, () => Document.fromBytes(Buffer.from(text)));
  await add("a", '{"apiVersion":"apps/v1","kind":"Thing","metadata":{"name":"a"},not json');
  await add("b", '{"kind":"Thing","apiVersion":"apps/v1","metadata":{"name":"b"},not json');
  await add("c", '{"metadata":{"name":"c"},"kind":"Thing","apiVersion":"apps/v1"}');
  await observeStorage(storage, (change) => told.push(change));
  expect(told.map(({ kind }) => kind)).toEqual(["apps/v1/Thing", "apps/v1/Thing", "apps/v1/Thing"]);
  expect(told.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect([told[0]?.mentions("metadata"), told[0]?.mentions("ownerReferences")]).toEqual([true, false]);
  await storage.close();
});

test("observeStorage leaves out objects that cannot be read, and names them", async () => {
  const storage = await filled(1_200);
  const bad = new Set(["/registry/configmaps/default/c3", "/registry/configmaps/default/c900"]);
  const list = (prefix: string, options: ListOptions = {}): ListResult => {
    const { entries, ...rest } = storage.listCached(prefix, options);
    for (const { key } of entries) if (bad.has(key)) options.unreadable?.(key);
    return { ...rest, entries: entries.filter(({ key }) => !bad.has(key)) };
  };
  const damaged = Object.create(storage, {
    list: { value: async (...args: Parameters<typeof list>) => list(...args) },
    listCached: { value: list },
    watch: { value: storage.watch.bind(storage) },
  });
  const names = new Set<string>();
  const { complete, unreadable } = await observeStorage(damaged, ({ name }) => names.add(name));
  await complete;
  expect([names.size, [...unreadable].sort()]).toEqual([1_198, [...bad]]);
  await storage.close();
});
