import type { StoredItem } from "../../copy/stored-item.ts";
import { StorageError } from "../../storage.ts";
import { damagedStore } from "../damaged-store.ts";
import { createSlabs } from "../slabs.ts";
import { damagedObject } from "../summed-value.ts";
import { EMPTY, newestRevision, type Total, totalComplaint, withObject } from "../total.ts";
import { type Damage, textOfDamage } from "./damage.ts";
import { LEAF } from "./layout.ts";
import { readUnchangedMetaPages } from "./meta-pages.ts";
import { bytesOf, checkValue, findObject, keyText, noteText } from "./object-entry.ts";
import { openPageFile } from "./page-file.ts";
import { type EntryVisitor, type FoundEntry, readTrees } from "./read-trees.ts";
import { complaintAbout, countOf } from "./tree-page.ts";
import type { Moment } from "./walk-tree.ts";

/** Contents of a store after one of its transactions, read from its file without the library. */
export interface StoredObjects {
  readonly transaction: number;
  /** The newest revision that an object or a deletion has. */
  readonly revision: number;
  readonly count: number;
  /** Bytes of the file that are free for new objects. */
  readonly free: number;
  /** Those of `Tables`, and what a copy notes that has not come to its end. */
  readonly notes: ReadonlyMap<string, string>;
  /** Yields the objects in the order of keys. Throws `Failed` for objects that can no longer be read. */
  pages(): Generator<readonly StoredItem[]>;
  close(): void;
}

/** Number of pages at the beginning of the file that hold the positions of everything; one of them is valid. */
const HEAD_PAGES = 2;

/**
 * Visits all pages once. `folder`: the folder of the file `name`. Throws `DamagedStoreError` if the file is
 * damaged.
 */
export async function readStoredObjects(folder: string, name: string): Promise<StoredObjects> {
  const { pageSize, metas, damage } = await readUnchangedMetaPages(name);
  const [meta] = metas;
  if (meta === undefined) throw damagedStore(folder, { damage: damage.map(textOfDamage), readable: 0 });
  const file = openPageFile(name, pageSize);
  try {
    const found: Found = { leaves: [], notes: new Map(), total: EMPTY };
    const trees = readTrees(file, meta, visitorOf(found));
    const wrong = wrongIn([...damage, ...trees.damage], found).map(textOfDamage);
    const { found: readable, expected } = trees;
    if (wrong.length > 0)
      throw damagedStore(folder, { damage: wrong, readable, ...(expected !== undefined && { expected }) });
    const used = trees.reached.reduce((sum, isReached) => sum + isReached, HEAD_PAGES);
    const moment = { file, ...meta, reached: new Uint8Array(file.pages) };
    return {
      transaction: meta.transaction,
      revision: newestRevision(found.notes, found.total),
      count: readable,
      free: Math.max(0, meta.lastPage + 1 - used) * pageSize,
      notes: found.notes,
      pages: () => pagesOf(moment, found.leaves),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

interface Found {
  /** Pages that contain objects, in the order of their keys. */
  readonly leaves: number[];
  readonly notes: Map<string, string>;
  total: Total;
}

/** If the store has other damage, its sum is not compared. */
function wrongIn(damage: readonly Damage[], { notes, total }: Found): readonly Damage[] {
  const message = damage.length > 0 ? undefined : totalComplaint(notes, total);
  return message === undefined ? damage : [{ message }];
}

const visitorOf = (found: Found): EntryVisitor => ({
  note(entry, moment) {
    const text = noteText(entry, moment);
    if (text !== undefined) found.notes.set(keyText(entry), text);
  },
  object(entry, moment) {
    const object = findObject(entry, moment);
    if (typeof object === "string") return object;
    if (found.leaves.at(-1) !== entry.page) found.leaves.push(entry.page);
    found.total = withObject(found.total, object);
    return checkValue(entry, object, moment);
  },
});

const PAGE = 500;

function* pagesOf(moment: Moment, leaves: readonly number[]): Generator<readonly StoredItem[]> {
  let page: StoredItem[] = [];
  let keep = createSlabs();
  for (const leaf of leaves)
    for (const item of itemsIn(moment, leaf, (bytes) => keep(bytes))) {
      page.push(item);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
      keep = createSlabs();
    }
  if (page.length > 0) yield page;
}

function itemsIn(moment: Moment, leaf: number, keep: (bytes: Buffer) => Buffer): StoredItem[] {
  const bytes = moment.file.read(leaf);
  const expected = { number: leaf, kind: LEAF, newest: moment.transaction } as const;
  const complaint = bytes === undefined ? "it cannot be read" : complaintAbout(bytes, expected);
  if (bytes === undefined || complaint !== undefined) throw unreadable(`page ${leaf}`, complaint);
  return Array.from({ length: countOf(bytes) }, (_, index) =>
    itemOf({ bytes, page: leaf, index }, moment, keep),
  );
}

function itemOf(entry: FoundEntry, moment: Moment, keep: (bytes: Buffer) => Buffer): StoredItem {
  const key = keyText(entry);
  const object = findObject(entry, moment);
  if (typeof object === "string") throw unreadable(key, object);
  const bytes = bytesOf(entry, object, moment);
  if (bytes === undefined) throw new StorageError("Failed", damagedObject(key));
  return { key, revision: object.revision, bytes: object.place.own === 0 ? keep(bytes) : bytes };
}

const unreadable = (what: string, complaint = ""): StorageError =>
  new StorageError("Failed", `what the store has under ${what} cannot be read: ${complaint}`);
