import { readNumber, type TreeRecord } from "./layout.ts";
import { BY_NUMBER, findValue, keyAt, type Moment, markReached, walkTree } from "./walk-tree.ts";

/**
 * Returns 1 for each free page, by page. Reports impossible entries to `damaged`. All other trees must have
 * been walked before.
 */
export function readFreePages(
  moment: Moment,
  tree: TreeRecord,
  damaged: (page: number | undefined, message: string) => void,
): Uint8Array {
  const free = new Uint8Array(moment.reached.length);
  const entry = (bytes: Buffer, page: number, index: number): string | undefined =>
    entryComplaint(moment, bytes, page, index, free);
  const entries = walkTree(moment, tree, { damaged, entry }, BY_NUMBER);
  if (entries !== tree.entries)
    damaged(undefined, `the list of free pages has ${entries} of ${tree.entries} entries`);
  const used = free.findIndex((isFree, page) => isFree === 1 && moment.reached[page] === 1);
  if (used >= 0) damaged(used, "it is in use, and listed as free");
  return free;
}

const TRANSACTION_BYTES = 8;

/**
 * Checks an entry of the list of free pages: its key is a transaction, its value the pages that the
 * transaction has freed, as a count and that many numbers.
 */
function entryComplaint(
  moment: Moment,
  bytes: Buffer,
  page: number,
  index: number,
  free: Uint8Array,
): string | undefined {
  if (keyAt(bytes, index).length !== TRANSACTION_BYTES) return LIST_DAMAGED;
  const place = findValue(moment, bytes, page, index);
  if (typeof place === "string") return place;
  markReached(moment, place);
  const list = moment.file.copy(place.page, place.offset, place.length);
  return list !== undefined && markFree(list, moment.lastPage, free) ? undefined : LIST_DAMAGED;
}

const LIST_DAMAGED = "the list of free pages is damaged";

/**
 * Marks the pages of a list as free. A negative number is a length: the next number is the first page of a
 * range of that length. Returns false for an impossible list.
 */
function markFree(list: Buffer, lastPage: number, free: Uint8Array): boolean {
  if (list.length < 8 || list.length % 8 !== 0) return false;
  const count = readNumber(list, 0);
  if ((count + 1) * 8 > list.length) return false;
  for (let index = 1; index <= count; index++) {
    let first = Number(list.readBigInt64LE(index * 8));
    let length = 1;
    if (first < 0) {
      if (index === count) return false;
      [length, first] = [-first, Number(list.readBigInt64LE(++index * 8))];
    }
    if (first === 0) continue;
    if (first < 2 || first + length - 1 > lastPage) return false;
    free.fill(1, first, first + length);
  }
  return true;
}
