/**
 * Offsets in a page of LMDB on a 64-bit machine with little-endian numbers (liblmdb/mdb.c: MDB_page_header,
 * MDB_meta, MDB_db, MDB_node, MDB_ovpage).
 */

/**
 * Length of the header of every page, except those in the middle of a long value. Offsets within the page
 * count from the end of the header.
 */
export const PAGE_HEAD = 24;
export const PAGE_TRANSACTION = 8;
export const PAGE_FLAGS = 18;
/** End of the list of nodes, in bytes. */
export const PAGE_LOWER = 20;
/** Start of the first node, in bytes. */
export const PAGE_UPPER = 22;
/** For a long value: the number of its pages. */
export const PAGE_COUNT = 20;

export const BRANCH = 0x01;
export const LEAF = 0x02;
export const LONG_VALUE = 0x04;
export const META = 0x08;

/** Length of a node's header; the key follows, then the value. */
export const NODE_HEAD = 8;
export const NODE_FLAGS = 4;
export const NODE_KEY_LENGTH = 6;

/** Flag: the value is in pages of its own; the node holds the page, the transaction and the number of pages. */
export const IS_LONG = 0x01;
/** The value is a tree. */
export const IS_TREE = 0x02;
export const LONG_PLACE = 24;

export const TREE_RECORD = 48;

/** A tree, as a meta page or the tree of names describes it. */
export interface TreeRecord {
  readonly flags: number;
  /** Number of levels of pages; 0 if the tree is empty. */
  readonly depth: number;
  readonly entries: number;
  /** Undefined: the tree is empty. */
  readonly root: number | undefined;
}

const NO_PAGE = 0xffff_ffff_ffff_ffffn;

/** Reads the record of a tree at an offset of a page (MDB_db). */
export function readTree(bytes: Buffer, at: number): TreeRecord {
  const root = bytes.readBigUInt64LE(at + 40);
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    entries: readNumber(bytes, at + 32),
    root: root === NO_PAGE ? undefined : Number(root),
  };
}

/** Exact as far as a number can be; what is larger is no page, no length and no transaction. */
export const readNumber = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
