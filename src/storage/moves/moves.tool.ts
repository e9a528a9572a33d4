import { join } from "node:path";
import type { KubeObject } from "../../api/meta.ts";
import { Document } from "../../api/object/document.ts";
import type { Source, Target } from "../copy/places.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { openLmdbStorage } from "../lmdb/lmdb-storage.ts";
import type { Seal, Storage } from "../storage.ts";

/** For tests: the key `/registry/configmaps/default/c7` of a ConfigMap. */
export const mapKey = (n: number): string => `/registry/configmaps/default/c${n}`;

export const sealingMap =
  (n: number, data = `value ${n}`): Seal =>
  (revision) =>
    new Document<KubeObject>({
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: `c${n}`, namespace: "default", uid: `uid-${n}`, resourceVersion: String(revision) },
      data: { text: `${data} ü 😀`, number: "9007199254740993" },
    });

/** Creates the maps from `first` up to `last`. */
export async function createMaps(storage: Storage, first: number, last: number): Promise<void> {
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  await Promise.all(numbers.map((n) => storage.create(mapKey(n), sealingMap(n))));
}

/** Opens the store of a data folder for as long as `run` takes. */
export async function withStore<T>(dataDir: string, run: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openLmdbStorage({ path: join(dataDir, "data") });
  try {
    return await run(storage);
  } finally {
    await storage.close();
  }
}

/** Everything that is there, with bytes as text. */
export async function itemsOf(
  source: Source,
): Promise<(Omit<StoredItem, "bytes"> & { readonly text: string })[]> {
  const moment = await source.read();
  const items: StoredItem[] = [];
  for await (const page of moment.pages()) items.push(...page);
  moment.close();
  await source.close();
  return items.map(({ key, revision, bytes }) => ({ key, revision, text: Buffer.from(bytes).toString() }));
}

/** Returns the same target with another implementation of one method. */
export const instead = <Name extends keyof Target>(
  target: Target,
  name: Name,
  method: Target[Name],
): Target =>
  new Proxy(target, {
    get(_, asked) {
      if (asked === name) return method;
      const value: unknown = Reflect.get(target, asked);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** Returns a target that fails after the given number of writes, as if the process had been killed. */
export function failing(target: Target, afterWrites: number): Target {
  let left = afterWrites;
  return instead(target, "write", async (items, form) => {
    if (left-- <= 0) throw new Error("killed");
    await target.write(items, form);
  });
}
