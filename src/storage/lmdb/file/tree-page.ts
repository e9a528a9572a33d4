import {
  type BRANCH,
  IS_LONG,
  IS_TREE,
  LEAF,
  LONG_PLACE,
  NODE_FLAGS,
  NODE_HEAD,
  NODE_KEY_LENGTH,
  PAGE_FLAGS,
  PAGE_HEAD,
  PAGE_LOWER,
  PAGE_TRANSACTION,
  PAGE_UPPER,
  readNumber,
} from "./layout.ts";

interface ExpectedPage {
  readonly number: number;
  readonly kind: typeof BRANCH | typeof LEAF;
  /** Nothing in the file is younger. */
  readonly newest: number;
}

/**
 * Returns the problem of a tree's page considered by itself; undefined if its nodes can be read without
 * further checks.
 */
export function complaintAbout(bytes: Buffer, { number, kind, newest }: ExpectedPage): string | undefined {
  const flags = bytes.readUInt16LE(PAGE_FLAGS);
  if (readNumber(bytes, 0) !== number || flags !== kind) return kindComplaint(bytes, kind);
  if (readNumber(bytes, PAGE_TRANSACTION) > newest) return "it is younger than the newest transaction";
  return nodesComplaint(bytes, kind);
}

function kindComplaint(bytes: Buffer, kind: number): string {
  const expected = kind === LEAF ? "objects" : "an index";
  return isZero(bytes) ? `it is all zeros, and should hold ${expected}` : `it does not hold ${expected}`;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** Returns the number of nodes of a page. */
export const countOf = (bytes: Buffer): number => bytes.readUInt16LE(PAGE_LOWER) >> 1;

/** Returns the offset of a node. */
export const nodeAt = (bytes: Buffer, index: number): number =>
  PAGE_HEAD + bytes.readUInt16LE(PAGE_HEAD + 2 * index);

/** Offset of a node's key, by the offset of the node. */
export const keyStart = (node: number): number => node + NODE_HEAD;
/** Length of a node's key in bytes. */
export const keyLength = (bytes: Buffer, node: number): number => bytes.readUInt16LE(node + NODE_KEY_LENGTH);
/** Flags of a node: `IS_LONG` and `IS_TREE`. */
export const nodeFlags = (bytes: Buffer, node: number): number => bytes.readUInt16LE(node + NODE_FLAGS);

/** Returns the length of the value, for a node of a leaf. */
export const valueLength = (bytes: Buffer, node: number): number => bytes.readUInt32LE(node);
/** Offset of a node's value, or of the record of its pages. */
export const valueStart = (bytes: Buffer, node: number): number => node + NODE_HEAD + keyLength(bytes, node);

/** Returns the page below, for a node of a branch. */
export const childOf = (bytes: Buffer, node: number): number =>
  bytes.readUInt32LE(node) + nodeFlags(bytes, node) * 2 ** 32;

/** Nodes fill the end of the page without gaps. */
function nodesComplaint(bytes: Buffer, kind: number): string | undefined {
  const [lower, upper] = [bytes.readUInt16LE(PAGE_LOWER), bytes.readUInt16LE(PAGE_UPPER)];
  const room = bytes.length - PAGE_HEAD;
  if (lower === 0 || lower % 2 === 1 || lower > upper || upper > room) return "its head is damaged";
  let filled = 0;
  for (let index = 0; index < countOf(bytes); index++) {
    const size = sizeOfNode(bytes, nodeAt(bytes, index), upper + PAGE_HEAD, kind);
    if (size === undefined) return `its entry ${index + 1} is damaged`;
    filled += size;
  }
  return filled === room - upper ? undefined : "its entries overlap";
}

/** Returns the size of a node, or undefined if the node is not inside the page. */
function sizeOfNode(bytes: Buffer, node: number, first: number, kind: number): number | undefined {
  if (node < first || node % 2 === 1 || node + NODE_HEAD > bytes.length) return undefined;
  const size = NODE_HEAD + keyLength(bytes, node) + (kind === LEAF ? ownBytes(bytes, node) : 0);
  return node + size > bytes.length ? undefined : size + (size % 2);
}

/** Returns the number of the value's bytes that are in the page. */
function ownBytes(bytes: Buffer, node: number): number {
  const flags = nodeFlags(bytes, node);
  if (flags === IS_LONG) return LONG_PLACE;
  return flags === 0 || flags === IS_TREE ? valueLength(bytes, node) : bytes.length;
}
