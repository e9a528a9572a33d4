import type { Damage } from "./damage.ts";
import { readFreePages } from "./free-pages.ts";
import { IS_TREE, readTree, TREE_RECORD, type TreeRecord } from "./layout.ts";
import type { MetaPage } from "./meta-pages.ts";
import type { PageFile } from "./page-file.ts";
import { nodeAt, nodeFlags, valueLength, valueStart } from "./tree-page.ts";
import { EVERYTHING, type KeyRange, keyAt, type Moment, walkTree } from "./walk-tree.ts";

/** Findings about the trees of a file. */
export interface ReadTrees {
  readonly damage: readonly Damage[];
  /** Number of objects by the record of the tree; undefined if that is lost. */
  readonly expected: number | undefined;
  /** Number of whole objects. */
  readonly found: number;
  /** Key ranges of the objects that cannot be read. */
  readonly holes: readonly KeyRange[];
  /** 1 for each page that a tree uses, by page. */
  readonly reached: Uint8Array;
  /** 1 for each page that is listed as free, by page. Undefined: that list is damaged. */
  readonly free: Uint8Array | undefined;
}

/** An entry in a page that is whole. */
export interface FoundEntry {
  readonly bytes: Buffer;
  readonly page: number;
  readonly index: number;
}

/** Called for each entry; returns the problem of an object, if there is one in spite of a whole page. */
export interface EntryVisitor {
  object(entry: FoundEntry, moment: Moment): string | undefined;
  /** `format` and `revision`. */
  note(entry: FoundEntry, moment: Moment): void;
}

const OBJECTS = "objects\0";
const NOTES = "meta\0";
/** lmdb-js marks tables whose values begin with a version. */
const FLAGS: ReadonlyMap<string, number> = new Map([
  [OBJECTS, 0x100],
  [NOTES, 0],
]);

/** Walks all trees of one moment: those of names, objects and notes, in the end that of free pages. */
export function readTrees(file: PageFile, meta: MetaPage, visitor: EntryVisitor): ReadTrees {
  const moment = momentOf(file, meta);
  const damage: Damage[] = [];
  const holes: KeyRange[] = [];
  const trees = readNames(moment, meta.names, damage);
  const objects = trees.get(OBJECTS);
  const found = objects === undefined ? 0 : readObjects(moment, objects, { damage, holes, visitor });
  const notes = trees.get(NOTES);
  if (notes !== undefined) readNotes(moment, notes, { damage, visitor });
  const isLost = objects === undefined && damage.length > 0;
  if (isLost) holes.push(EVERYTHING);
  const free = readFree(moment, meta.free, damage);
  return {
    damage,
    expected: isLost ? undefined : (objects?.entries ?? 0),
    found,
    holes,
    reached: moment.reached,
    free,
  };
}

function momentOf(file: PageFile, { transaction, lastPage }: MetaPage): Moment {
  return { file, transaction, lastPage, reached: new Uint8Array(file.pages) };
}

function readNames(moment: Moment, tree: TreeRecord, damage: Damage[]): Map<string, TreeRecord> {
  const trees = new Map<string, TreeRecord>();
  const count = walkTree(moment, tree, {
    damaged: (page, message) => damage.push({ page, message: `(list of tables) ${message}` }),
    entry(bytes, _, index) {
      const node = nodeAt(bytes, index);
      const name = keyAt(bytes, index).toString("latin1");
      const isTree = nodeFlags(bytes, node) === IS_TREE && valueLength(bytes, node) === TREE_RECORD;
      const record = isTree ? readTree(bytes, valueStart(bytes, node)) : undefined;
      if (record === undefined || record.flags !== FLAGS.get(name)) return "it is no table of a store";
      trees.set(name, record);
      return undefined;
    },
  });
  compare(damage, "tables", count, tree);
  return trees;
}

interface Collected {
  readonly damage: Damage[];
  readonly visitor: EntryVisitor;
}

function readObjects(
  moment: Moment,
  tree: TreeRecord,
  { damage, visitor, holes }: Collected & { readonly holes: KeyRange[] },
): number {
  const found = walkTree(moment, tree, {
    entry: (bytes, page, index) => visitor.object({ bytes, page, index }, moment),
    damaged(page, message, lost) {
      damage.push({ page, message });
      holes.push(lost);
    },
  });
  compare(damage, "objects", found, tree);
  return found;
}

function readNotes(moment: Moment, tree: TreeRecord, { damage, visitor }: Collected): void {
  const count = walkTree(moment, tree, {
    damaged: (page, message) => damage.push({ page, message: `(format and revision) ${message}` }),
    entry(bytes, page, index) {
      visitor.note({ bytes, page, index }, moment);
      return undefined;
    },
  });
  compare(damage, "notes", count, tree);
}

function readFree(moment: Moment, tree: TreeRecord, damage: Damage[]): Uint8Array | undefined {
  const before = damage.length;
  const free = readFreePages(moment, tree, (page, message) =>
    damage.push({ ...(page !== undefined && { page }), message: `(list of free pages) ${message}` }),
  );
  return damage.length === before ? free : undefined;
}

/** Pages may be whole, and not belong together: after a write that the disk has lost, for example. */
function compare(damage: Damage[], what: string, count: number, tree: TreeRecord): void {
  if (damage.length === 0 && count !== tree.entries)
    damage.push({ message: `there are ${count} ${what}, and should be ${tree.entries}` });
}
