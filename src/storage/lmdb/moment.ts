import { getLastVersion, type Transaction } from "lmdb";
import type { Moment } from "../copy/places.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { StorageError } from "../storage.ts";
import { createSlabs } from "./slabs.ts";
import { damagedObject, openValue, sumOfKey } from "./summed-value.ts";
import { beginReading, exactly, type Tables } from "./tables.ts";
import { EMPTY, newestRevision, totalComplaint, withObject } from "./total.ts";

const PAGE = 500;

/** Opens one transaction for reading: writers continue beside it, and their changes are not visible in it. */
export function openMoment({ root, objects, meta }: Tables): Moment {
  const transaction = beginReading({ root });
  const options = { transaction };
  const values: ValuesOfMoment = objects;
  let count = 0;
  let found = EMPTY;
  for (const key of objects.getKeys({ ...options })) {
    void values.getBinaryFast(key, options);
    const revision = getLastVersion();
    found = withObject(found, { revision, keySum: sumOfKey(key, revision) });
    count++;
  }
  const notes = { get: (name: string) => meta.get(name, options) };
  const complaint = totalComplaint(notes, found);
  if (complaint !== undefined) throw new StorageError("Failed", complaint);
  return {
    revision: newestRevision(notes, found),
    count,
    pages: () => pagesOf(objects, values, transaction),
    close: () => transaction.done(),
  };
}

/** Options that the library supports and its types do not declare. */
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
    const revision = getLastVersion();
    const bytes = shared && openValue(key, revision, exactly(shared));
    if (bytes === undefined) throw new StorageError("Failed", damagedObject(key));
    page.push({ key, revision, bytes: keep(bytes) });
    if (page.length < PAGE) continue;
    yield page;
    page = [];
    keep = createSlabs();
  }
  if (page.length > 0) yield page;
}
