import { isObjectText } from "../is-json-text.ts";
import { damagedObject } from "../summed-value.ts";
import { EMPTY, type Total, totalComplaint, withObject } from "../total.ts";
import type { Damage } from "./damage.ts";
import { isInside } from "./holes.ts";
import { IS_TREE, LEAF, PAGE_TRANSACTION, readNumber } from "./layout.ts";
import type { MetaPage, MetaPages } from "./meta-pages.ts";
import { type FoundObject, findObject, keyText, noteText, readObject } from "./object-entry.ts";
import type { PageFile } from "./page-file.ts";
import { type FoundEntry, type ReadTrees, readTrees } from "./read-trees.ts";
import { complaintAbout, countOf, nodeAt, nodeFlags } from "./tree-page.ts";
import { EVERYTHING, keyAt, type Moment, markReached } from "./walk-tree.ts";

/** An object that can be read. */
export interface SalvagedObject extends FoundObject {
  /** True if the object is in a page that may be unused: it may be outdated, or deleted since. */
  readonly isOld: boolean;
}

/** The readable contents of a damaged store. */
export interface SalvagedStore {
  readonly damage: readonly Damage[];
  /** Expected number of objects; undefined if the store has no record of it. */
  readonly expected: number | undefined;
  /** False: the objects may be the state before the last write. */
  readonly isLastWriteCertain: boolean;
  /** In the order of keys. */
  readonly objects: readonly SalvagedObject[];
  /** Those of `Tables`, as far as they can be read. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Finds what can be read in a file: by its trees, and in all other pages where these have holes. */
export function salvageObjects(file: PageFile, { metas, damage }: MetaPages): SalvagedStore {
  const collected: Collected = { found: new Map(), notes: new Map(), all: { count: 0, total: EMPTY } };
  const { found, notes, all } = collected;
  const [meta] = metas;
  const trees = meta === undefined ? nothingIn(file) : readByTrees(file, meta, collected);
  const mixed = all.count === trees.expected ? totalComplaint(notes, all.total) : undefined;
  // Else younger pages are those of a write that never came to its end.
  const newest = damage.length > 0 ? (meta?.transaction ?? 0) : Number.MAX_VALUE;
  let isLastWriteCertain = meta !== undefined && mixed === undefined;
  if (trees.holes.length > 0 || damage.length > 0)
    for (const one of inOtherPages(file, trees, newest)) {
      keepNewest(found, one);
      if (one.isYounger) isLastWriteCertain = false;
    }
  const objects = [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const expected = isLastWriteCertain ? trees.expected : undefined;
  const wrong = [...damage, ...trees.damage, ...(mixed === undefined ? [] : [{ message: mixed }])];
  return { damage: wrong, expected, isLastWriteCertain, objects, notes };
}

function keepNewest(found: Map<string, SalvagedObject>, object: SalvagedObject): void {
  const before = found.get(object.key);
  if (before === undefined || before.revision < object.revision) found.set(object.key, object);
}

type Trees = Pick<ReadTrees, "damage" | "expected" | "holes" | "reached" | "free">;

const nothingIn = ({ pages }: PageFile): Trees => ({
  damage: [],
  expected: undefined,
  holes: [EVERYTHING],
  reached: new Uint8Array(pages),
  free: undefined,
});

interface Collected {
  readonly found: Map<string, SalvagedObject>;
  readonly notes: Map<string, string>;
  /** Also of objects whose values are damaged. */
  readonly all: { count: number; total: Total };
}

function readByTrees(file: PageFile, meta: MetaPage, collected: Collected): Trees {
  const { found, notes } = collected;
  return readTrees(file, meta, {
    object(entry, moment) {
      count(collected, findObject(entry, moment));
      const object = salvageEntry(entry, moment, false);
      if (typeof object === "string") return object;
      markReached(moment, object.place);
      found.set(object.key, object);
      return undefined;
    },
    note(entry, moment) {
      const text = noteText(entry, moment);
      if (text !== undefined) notes.set(keyText(entry), text);
    },
  });
}

function count({ all }: Collected, object: FoundObject | string): void {
  if (typeof object === "string") return;
  all.count++;
  all.total = withObject(all.total, object);
}

interface OtherObject extends SalvagedObject {
  /** True if its page was written after the transaction of the trees. */
  readonly isYounger: boolean;
}

/** Objects in pages that no tree has come by: where the trees have holes, and in pages that are younger than they. */
function* inOtherPages(
  file: PageFile,
  { holes, reached, free }: Trees,
  newest: number,
): Generator<OtherObject> {
  const moment = { file, transaction: newest, lastPage: file.pages - 1, reached };
  for (let page = FIRST_PAGE; page < file.pages; page++) {
    const bytes = reached[page] === 1 ? undefined : readLeaf(file, page);
    if (bytes === undefined) continue;
    const isYounger = readNumber(bytes, PAGE_TRANSACTION) > newest;
    const isOld = !isYounger && (free === undefined || free[page] === 1);
    for (let index = 0; index < countOf(bytes); index++) {
      if (nodeFlags(bytes, nodeAt(bytes, index)) === IS_TREE) continue;
      if (!isYounger && !isInside(holes, keyAt(bytes, index))) continue;
      const object = salvageEntry({ bytes, page, index }, moment, isOld);
      if (typeof object !== "string" && object.key.startsWith("/")) yield { ...object, isYounger };
    }
  }
}

/** Returns undefined for a page with other contents. */
function readLeaf(file: PageFile, page: number): Buffer | undefined {
  const bytes = file.read(page);
  const expected = { number: page, kind: LEAF, newest: Number.MAX_VALUE } as const;
  return bytes === undefined || complaintAbout(bytes, expected) !== undefined ? undefined : bytes;
}

/** First page after the two meta pages. */
const FIRST_PAGE = 2;

function salvageEntry(entry: FoundEntry, moment: Moment, isOld: boolean): SalvagedObject | string {
  const object = findObject(entry, moment);
  if (typeof object === "string") return object;
  const bytes = readObject(moment, object);
  return bytes !== undefined && isObjectText(bytes) ? { ...object, isOld } : damagedObject(object.key);
}
