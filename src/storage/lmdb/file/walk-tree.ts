import {
  BRANCH,
  IS_LONG,
  LEAF,
  LONG_VALUE,
  PAGE_COUNT,
  PAGE_FLAGS,
  PAGE_HEAD,
  PAGE_TRANSACTION,
  readNumber,
  type TreeRecord,
} from "./layout.ts";
import type { PageFile } from "./page-file.ts";
import {
  childOf,
  complaintAbout,
  countOf,
  keyLength,
  keyStart,
  nodeAt,
  nodeFlags,
  valueLength,
  valueStart,
} from "./tree-page.ts";

/** Range between two keys; undefined: from the first key on, or up to the last key. */
export interface KeyRange {
  readonly from: Buffer | undefined;
  readonly to: Buffer | undefined;
}

export const EVERYTHING: KeyRange = { from: undefined, to: undefined };

/** Data that all trees of one moment share. */
export interface Moment {
  readonly file: PageFile;
  readonly transaction: number;
  readonly lastPage: number;
  /** A place for each page of the file: 1 when a tree has come by. */
  readonly reached: Uint8Array;
}

/** Position of a value: in its node, or in pages of its own. */
export interface ValuePlace {
  readonly page: number;
  readonly offset: number;
  readonly length: number;
  /** Number of its own pages. */
  readonly own: number;
}

interface TreeVisitor {
  /** Called for an entry of a page that is whole; returns its problem, if there is one in spite of that. */
  entry(bytes: Buffer, page: number, index: number): string | undefined;
  /** Called with the problem of one page; `lost`: the range of the entries that cannot be found because of it. */
  damaged(page: number, message: string, lost: KeyRange): void;
}

/**
 * Visits all pages of a tree, and returns the number of good entries. No content of the file can make it read
 * outside of the file or run without end.
 */
export function walkTree(
  moment: Moment,
  tree: TreeRecord,
  visitor: TreeVisitor,
  order: KeyOrder = BY_BYTES,
): number {
  return tree.root === undefined ? 0 : visit({ moment, tree, visitor, order }, tree.root, 1, EVERYTHING);
}

/** Compares a key, stored in `bytes` from `start` to `end`, with another one. */
export type KeyOrder = (
  bytes: Buffer,
  start: number,
  end: number,
  other: Buffer,
  otherStart: number,
  otherEnd: number,
) => number;

const BY_BYTES: KeyOrder = (bytes, start, end, other, otherStart, otherEnd) =>
  bytes.compare(other, otherStart, otherEnd, start, end);

/** Keys that are numbers of 8 bytes, the lowest first: 256 comes after 255, and its bytes come before. */
export const BY_NUMBER: KeyOrder = (bytes, start, end, other, otherStart, otherEnd) => {
  if (end - start !== 8 || otherEnd - otherStart !== 8)
    return BY_BYTES(bytes, start, end, other, otherStart, otherEnd);
  const [one, two] = [bytes.readBigUInt64LE(start), other.readBigUInt64LE(otherStart)];
  return one < two ? -1 : one > two ? 1 : 0;
};

/** Maximum depth of a tree: more than any tree that fits on a disk. */
const MOST_LEVELS = 32;

interface Walk {
  readonly moment: Moment;
  readonly tree: TreeRecord;
  readonly visitor: TreeVisitor;
  readonly order: KeyOrder;
}

function visit(walk: Walk, page: number, level: number, range: KeyRange): number {
  const { tree, moment, visitor } = walk;
  const isBranch = level < Math.min(tree.depth, MOST_LEVELS);
  const bytes = readWhole(walk, page, isBranch ? BRANCH : LEAF, range);
  if (typeof bytes === "string") {
    visitor.damaged(page, bytes, range);
    return 0;
  }
  moment.reached[page] = 1;
  if (!isBranch) return visitEntries(visitor, bytes, page);
  let count = 0;
  for (const child of childrenOf(bytes, range)) count += visit(walk, child.page, level + 1, child.range);
  return count;
}

/** Returns a page that is whole by itself and belongs at its position, or the problem. */
function readWhole(
  { moment, order }: Walk,
  page: number,
  kind: typeof BRANCH | typeof LEAF,
  range: KeyRange,
): Buffer | string {
  const place = placeComplaint(moment, page, 1);
  if (place !== undefined) return place;
  const bytes = moment.file.read(page);
  if (bytes === undefined) return "it cannot be read";
  const expected = { number: page, kind, newest: moment.transaction };
  return complaintAbout(bytes, expected) ?? orderComplaint(bytes, kind, range, order) ?? bytes;
}

function visitEntries(visitor: TreeVisitor, bytes: Buffer, page: number): number {
  let good = 0;
  for (let index = 0; index < countOf(bytes); index++) {
    const complaint = visitor.entry(bytes, page, index);
    if (complaint === undefined) good++;
    else visitor.damaged(page, `its entry ${index + 1}: ${complaint}`, onlyKey(keyAt(bytes, index)));
  }
  return good;
}

const onlyKey = (key: Buffer): KeyRange => ({ from: key, to: Buffer.concat([key, Buffer.alloc(1)]) });

interface Child {
  readonly page: number;
  readonly range: KeyRange;
}

/** Returns the problem of a value's pages. The caller marks the pages when they are good. */
function placeComplaint(moment: Moment, page: number, count: number): string | undefined {
  const { lastPage, file, reached } = moment;
  if (!(page >= 2 && page + count - 1 <= lastPage)) return "there is no such page";
  if (page + count > file.pages) return "it lies beyond the end of the file, which is cut short";
  for (let one = page; one < page + count; one++) if (reached[one] === 1) return "it is used twice";
  return undefined;
}

/** Children are copied out: the page's memory is used again for the first of them. */
function childrenOf(bytes: Buffer, range: KeyRange): Child[] {
  const count = countOf(bytes);
  const keys = Array.from({ length: count }, (_, index) => (index === 0 ? range.from : keyAt(bytes, index)));
  return keys.map((from, index) => ({
    page: childOf(bytes, nodeAt(bytes, index)),
    range: { from, to: keys[index + 1] ?? range.to },
  }));
}

/** Copy of the key of the node with this index. */
export function keyAt(bytes: Buffer, index: number): Buffer {
  const node = nodeAt(bytes, index);
  const start = keyStart(node);
  return Buffer.from(bytes.subarray(start, start + keyLength(bytes, node)));
}

/**
 * Checks that the keys of a page are in ascending order, and between those of its index. The first key of an
 * index is ignored.
 */
function orderComplaint(
  bytes: Buffer,
  kind: number,
  { from, to }: KeyRange,
  order: KeyOrder,
): string | undefined {
  const count = countOf(bytes);
  const first = kind === BRANCH ? 1 : 0;
  for (let index = first; index < count; index++) {
    const node = nodeAt(bytes, index);
    const [start, end] = [keyStart(node), keyStart(node) + keyLength(bytes, node)];
    if (start === end) return `its entry ${index + 1} has no key`;
    const isFirst = index === first;
    if (isFirst && from !== undefined && order(bytes, start, end, from, 0, from.length) < 0)
      return WRONG_ORDER;
    const before = isFirst ? undefined : nodeAt(bytes, index - 1);
    if (before !== undefined && !rises(bytes, before, start, end, order)) return WRONG_ORDER;
    const isLast = index === count - 1;
    if (isLast && to !== undefined && order(bytes, start, end, to, 0, to.length) >= 0) return WRONG_ORDER;
  }
  return undefined;
}

const WRONG_ORDER = "its keys are not in order";

function rises(bytes: Buffer, before: number, start: number, end: number, order: KeyOrder): boolean {
  const from = keyStart(before);
  return order(bytes, start, end, bytes, from, from + keyLength(bytes, before)) > 0;
}

/** Returns the position of an entry's value, or the problem of its pages. */
export function findValue(moment: Moment, bytes: Buffer, page: number, index: number): ValuePlace | string {
  const node = nodeAt(bytes, index);
  const [start, length] = [valueStart(bytes, node), valueLength(bytes, node)];
  if (nodeFlags(bytes, node) !== IS_LONG) return { page, offset: start, length, own: 0 };
  const place = {
    page: readNumber(bytes, start),
    transaction: readNumber(bytes, start + 8),
    count: readNumber(bytes, start + 16),
  };
  const complaint = longComplaint(moment, place, length);
  if (complaint !== undefined) return complaint;
  return { page: place.page, offset: PAGE_HEAD, length, own: place.count };
}

/** Nothing else may use its pages from now on. */
export function markReached({ reached }: Moment, { page, own }: ValuePlace): void {
  reached.fill(1, page, page + own);
}

interface LongPlace {
  readonly page: number;
  readonly transaction: number;
  readonly count: number;
}

function longComplaint(
  moment: Moment,
  { page, transaction, count }: LongPlace,
  length: number,
): string | undefined {
  const { file } = moment;
  if (count < 1 || PAGE_HEAD + length > count * file.pageSize) return "its length cannot be right";
  const complaint = placeComplaint(moment, page, count);
  if (complaint !== undefined) return complaint;
  const head = file.copy(page, 0, PAGE_HEAD);
  const isWhole =
    head !== undefined &&
    readNumber(head, 0) === page &&
    head.readUInt16LE(PAGE_FLAGS) === LONG_VALUE &&
    head.readUInt32LE(PAGE_COUNT) === count &&
    readNumber(head, PAGE_TRANSACTION) === transaction;
  return isWhole ? undefined : `it is stored in page ${page}, which does not hold it`;
}
