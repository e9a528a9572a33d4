import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Damage } from "./damage.ts";
import {
  META,
  PAGE_FLAGS,
  PAGE_HEAD,
  PAGE_TRANSACTION,
  readNumber,
  readTree,
  TREE_RECORD,
  type TreeRecord,
} from "./layout.ts";

/** Contents of one of the first two pages: the positions of everything after one transaction. */
export interface MetaPage {
  /** Number of this page: 0 or 1. */
  readonly page: number;
  readonly transaction: number;
  /** Number of the last page that the transaction uses. */
  readonly lastPage: number;
  /** The tree of free pages. */
  readonly free: TreeRecord;
  /** The tree of the names of trees. */
  readonly names: TreeRecord;
}

/** The meta pages of a file, which name the trees. */
export interface MetaPages {
  readonly pageSize: number;
  /**
   * Meta pages, the preferred one first: its contents exist, and it is the newer one. Empty if the file has
   * no usable one.
   */
  readonly metas: readonly MetaPage[];
  readonly damage: readonly Damage[];
}

const MAGIC = 0xbeefc0de;
const VERSION = 2;
const [FREE, LAST_PAGE] = [24, 120];
/** Place of the number of the transaction in this part. */
export const TRANSACTION = 128;
/** Length of the part behind the header of the page, in bytes. */
export const META_LENGTH = 144;
/** Page size of new stores, in bytes. The first page has it too, and may be damaged. */
const PAGE_SIZE = 8192;

/** Reads the two meta pages, which transactions write in turn. The library uses the newer one without a check. */
export function readMetaPages(path: string): MetaPages {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return { pageSize: PAGE_SIZE, metas: [], damage: [{ message: "data.mdb is empty" }] };
    const pageSize = pageSizeOf(readAt(descriptor, 0));
    const found = [0, 1].map((page) => readMeta(readAt(descriptor, page * pageSize), page, pageSize));
    const metas = found.filter((one) => "transaction" in one).sort((a, b) => b.transaction - a.transaction);
    if (metas.length === 0) return { pageSize, metas, damage: NO_STORE };
    const damage = [...found.filter((one) => "message" in one), ...complaintsAbout(metas)];
    const [newest] = metas;
    if (newest === undefined || isRooted(descriptor, newest, pageSize)) return { pageSize, metas, damage };
    const unrooted = { page: newest.page, message: `the list of tables is not in page ${newest.names.root}` };
    const rooted = metas.filter((one) => isRooted(descriptor, one, pageSize));
    return { pageSize, metas: [...rooted, newest], damage: [...damage, unrooted] };
  } finally {
    closeSync(descriptor);
  }
}

/** Limit for repeated reads: a writer can change the few pages while they are read, but not this often. */
const ATTEMPTS = 100;

/** Does the same for a file that is being written: two equal reads in succession are required. */
export async function readUnchangedMetaPages(path: string): Promise<MetaPages> {
  let before = readMetaPages(path);
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const now = readMetaPages(path);
    if (now.damage.length === 0 && isDeepStrictEqual(now, before)) return now;
    before = now;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return before;
}

const NO_STORE = [{ message: "data.mdb is not a database, or has lost its first two pages" }];

/** Transactions have numbers one after the other, and write the pages in turn. */
function complaintsAbout([newer, older]: readonly MetaPage[]): Damage[] {
  if (newer === undefined || older === undefined) return [];
  const areBoth = newer.transaction === older.transaction + 1 || newer.transaction === 0;
  return areBoth ? [] : [{ message: "the first two pages do not belong together" }];
}

/** Every transaction writes the root of the names again. */
function isRooted(descriptor: number, { names, transaction }: MetaPage, pageSize: number): boolean {
  if (names.root === undefined) return true;
  const head = readAt(descriptor, names.root * pageSize);
  return readNumber(head, 0) === names.root && readNumber(head, PAGE_TRANSACTION) === transaction;
}

function readAt(descriptor: number, position: number): Buffer {
  const bytes = Buffer.alloc(PAGE_HEAD + META_LENGTH);
  readSync(descriptor, bytes, 0, bytes.length, position);
  return bytes;
}

/** Stores of other programs, and of other versions of this one, may have pages of another size. */
function pageSizeOf(first: Buffer): number {
  const said = first.readUInt32LE(PAGE_HEAD + FREE);
  const isPossible = said >= 512 && said <= 65536 && (said & (said - 1)) === 0;
  return first.readUInt32LE(PAGE_HEAD) === MAGIC && isPossible ? said : PAGE_SIZE;
}

function readMeta(bytes: Buffer, page: number, pageSize: number): MetaPage | Damage {
  const at = PAGE_HEAD;
  const isMeta =
    readNumber(bytes, 0) === page &&
    bytes.readUInt16LE(PAGE_FLAGS) === META &&
    bytes.readUInt32LE(at) === MAGIC &&
    bytes.readUInt32LE(at + 4) === VERSION &&
    bytes.readUInt32LE(at + FREE) === pageSize;
  if (!isMeta) return { page, message: "it is not the beginning of a store" };
  return {
    page,
    transaction: readNumber(bytes, at + TRANSACTION),
    lastPage: readNumber(bytes, at + LAST_PAGE),
    free: readTree(bytes, at + FREE),
    names: readTree(bytes, at + FREE + TREE_RECORD),
  };
}
