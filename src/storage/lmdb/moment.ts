import { getLastVersion, type Transaction } from "lmdb";
import type { Moment } from "../copy/places.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { StorageError } from "../storage.ts";
import { createSlabs } from "./slabs.ts";
import { beginReading, type Tables } from "./tables.ts";

const PAGE = 500;

/** One transaction of reading: writers go on beside it, and are not seen. */
export function openMoment({ root, objects, meta }: Tables): Moment {
  const transaction = beginReading({ root });
  const options = { transaction };
  const values: ValuesOfMoment = objects;
  let count = 0;
  let revision = Number(meta.get("revision", options) ?? 1);
  for (const key of objects.getKeys({ ...options })) {
    void values.getBinaryFast(key, options);
    revision = Math.max(revision, getLastVersion());
    count++;
  }
  return {
    revision,
    count,
    pages: () => pagesOf(objects, values, transaction),
    close: () => transaction.done(),
  };
}

/** The library knows these options, and its types do not. */
interface ValuesOfMoment {
  getBinaryFast(key: string, options: { transaction: Transaction }): Buffer | undefined;
}

async function* pagesOf(
  objects: Tables["objects"],
  values: ValuesOfMoment,
  transaction: Transaction,
): AsyncGenerator<readonly StoredItem[]> {
  let page: StoredItem[] = [];
  let keep = createSlabs();
  for (const key of objects.getKeys({ transaction })) {
    const shared = values.getBinaryFast(key, { transaction });
    if (shared === undefined) throw new StorageError("Failed", `the object under ${key} cannot be read`);
    page.push({ key, revision: getLastVersion(), bytes: keep(shared) });
    if (page.length < PAGE) continue;
    yield page;
    page = [];
    keep = createSlabs();
  }
  if (page.length > 0) yield page;
}
